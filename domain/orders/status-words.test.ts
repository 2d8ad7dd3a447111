import { describe, expect, it } from "vitest";
import { financialWord, fulfillmentWord } from "./status-words.ts";

describe("an order's status in words", () => {
  it.each([
    ["partially_refunded", "Partially refunded"],
    ["paid", "Paid"],
    ["in_dispute", "In dispute"],
    ["couldn't be read", "Couldn't be read"],
    ["constructor", "Constructor"],
    ["", ""],
  ])("of its payment: %s", (status, word) => {
    expect(financialWord(status)).toBe(word);
  });

  it.each([
    ["Pending", "Unshipped"],
    ["partial", "Partially shipped"],
    ["fulfilled", "Shipped"],
    ["not_eligible", "Nothing to ship"],
    ["on_hold", "On hold"],
  ])("of its shipping: %s", (status, word) => {
    expect(fulfillmentWord(status)).toBe(word);
  });
});
