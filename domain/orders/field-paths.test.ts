import { expect, it } from "vitest";
import { isFieldBelow } from "./field-paths.ts";

const ofCard = "transactions.paymentDetails.(CardPaymentDetails).company";

it.each([
  [ofCard, "transactions.paymentDetails.company", true],
  [ofCard, ofCard, true],
  [ofCard, "transactions.paymentDetails", true],
  [ofCard, "transactions.paymentDetails.(CardPaymentDetails).number", false],
  ["name", "nam", false],
])("%s is under %s: %s", (field, path, isIt) => {
  expect(isFieldBelow(field, [path])).toBe(isIt);
});
