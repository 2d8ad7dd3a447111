import { expect, it } from "vitest";
import { failureTitle, stoppedAdvice } from "./failure-text.ts";

it.each([
  [0, undefined, "The report hasn't been sent yet. We keep trying."],
  [0, "maybe", "Nobody has confirmed the report yet. We keep trying."],
  [0, "some", "Not all recipients have the report yet. We keep trying."],
  [2, "maybe", "The automated report is experiencing problems."],
  [5, "maybe", "The automated report is stopped due to many consecutive errors."],
] as const)(
  "the banner doesn't deny a report that somebody has or may have: %s, %s",
  (failed_tries, arrived, title) => {
    expect(failureTitle({ failed_tries, ...(arrived && { arrived }) })).toBe(title);
  },
);

it("a stopped report whose newest report may have arrived isn't said to be only of time that has none", () => {
  expect(stoppedAdvice({ failed_tries: 5 })).toContain("One report will cover all the missing time");
  expect(stoppedAdvice({ failed_tries: 5, arrived: "maybe" })).toBeNull();
});
