import { expect, it } from "vitest";
import { numbersIn, numbersProblem } from "./order-numbers.ts";

it("order numbers are read from lines, cells and lists, each once", () => {
  expect(numbersIn(" #1001\r\n1002,1003; 1002\t1004\n\n")).toEqual(["#1001", "1002", "1003", "1004"]);
  expect(numbersIn(" ,; ")).toEqual([]);
});

it("too many numbers, or a text too long for a number, are refused with an error", () => {
  expect(numbersProblem(["1001"])).toBeNull();
  expect(numbersProblem(Array.from({ length: 10_001 }, (_, at) => String(at)))).toBe(
    "You pasted 10,001 numbers. Paste at most 10,000.",
  );
  expect(numbersProblem(["x".repeat(101)])).toMatch(/is too long for an order number/);
});
