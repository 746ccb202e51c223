/** A reporter for vitest: a line for each test that passed by a second try only. */

/** What such a line begins with. */
export const NEEDED = "Needed a second try: ";

export default class Flaky {
  /** @param {import("vitest/node").TestCase} test */
  onTestCaseResult(test) {
    if (test.diagnostic()?.flaky) {
      console.log(`${NEEDED}${test.module.relativeModuleId}: ${test.fullName}`);
    }
  }
}
