import { expect, it } from "vitest";
import { describeRemainingTime } from "./describe-remaining-time.ts";

it.each([
  [900_000, "15:00 left"],
  [61_000, "1:01 left"],
  [500, "0:01 left"],
  [0, "Ends now"],
  [-5_000, "Ends now"],
])("%i ms are described as: %s", (milliseconds, words) => {
  expect(describeRemainingTime(milliseconds)).toBe(words);
});
