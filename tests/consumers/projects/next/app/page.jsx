"use client";

import { open, write } from "asdf-wasm";
import { useEffect, useState } from "react";
import { summary } from "../summary.js";

export default function Page() {
  const [said, setSaid] = useState("");
  useEffect(() => {
    const url = new URL("/roman.asdf", location.href);
    summary(open, url, write).then(setSaid, (error) => setSaid(error.message));
  }, []);
  return <output>{said}</output>;
}
