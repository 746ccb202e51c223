test("a CommonJS test", async () => {
  const { open } = await import("asdf-wasm");
  const file = await open("roman.asdf");
  expect(file.get("roman/data").shape).toEqual([192, 192]);
});
