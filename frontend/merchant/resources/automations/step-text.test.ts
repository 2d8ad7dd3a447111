import { expect, it } from "vitest";
import { stepText } from "./step-text.ts";

it.each([
  ["handed over", false, "Handed over the e-mail"],
  ["handed over", true, "Couldn't hand over the e-mail"],
  ["answered", true, "The mail server's answer was lost"],
  ["waved", true, "Waved: failed"],
])("the step '%s' (failed: %s) reads: %s", (Step, Failed, text) => {
  expect(stepText({ Step, Failed })).toBe(text);
});
