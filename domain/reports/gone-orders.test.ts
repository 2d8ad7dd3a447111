import { expect, it } from "vitest";
import { namelessOrder } from "../orders/unread.ts";
import { describeGoneCarried, describeGoneChosen } from "./gone-orders.ts";

it.each([
  [undefined, []],
  [null, []],
  [{ gone: 7, of: 10 }, ["7 of the 10 chosen orders are no longer in the store."]],
  [{ gone: 1, of: 1_250 }, ["1 of the 1,250 chosen orders is no longer in the store."]],
  [{ gone: 10, of: 10 }, ["None of the 10 chosen orders is in the store any more."]],
  [{ gone: 1, of: 1 }, ["The chosen order is no longer in the store."]],
])("a note counts the chosen orders that the store no longer has: %j", (chosen, notes) => {
  expect(describeGoneChosen(chosen)).toEqual(notes);
});

it.each([
  [[], []],
  [["#1042"], ["Order #1042, which an earlier report lacked, is no longer in the store."]],
  [["#1042", "#1050"], ["Orders #1042 and #1050, which an earlier report lacked, are no longer in the store."]],
  [[namelessOrder], ["An order with an unknown number, which an earlier report lacked, is no longer in the store."]],
  [
    ["#1042", namelessOrder],
    ["Order #1042 and an order with an unknown number, which an earlier report lacked, are no longer in the store."],
  ],
])("a note names the orders that an earlier report lacked and the store no longer has: %j", (names, notes) => {
  expect(describeGoneCarried(names)).toEqual(notes);
});
