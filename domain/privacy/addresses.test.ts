import { expect, it } from "vitest";
import { addressesIn, holdsAddress } from "./addresses.ts";

it.each([
  ["ann@example.com", true],
  [" !ANN@Example.com", true],
  ["E-mail: ann@example.com, by phone", true],
  ["(ann@example.com).", true],
  ["first joann@example.com, then ann@example.com", true],
  ["joann@example.com", false],
  ["ann@example.com.au", false],
  ["ann@example.community", false],
  ["ann at example.com", false],
  ["", false],
])("in %j the address is %s", (text, holds) => {
  expect(holdsAddress(text, "Ann@example.com ")).toBe(holds);
});

it("an empty address is in no text", () => {
  expect(holdsAddress("anything", " ")).toBe(false);
});

it("addresses are found among other words, with an apostrophe that is theirs or a quotation mark", () => {
  expect(addressesIn("mail:ann@example.com; !bob@example.com. or none@")).toEqual([
    "ann@example.com",
    "bob@example.com",
  ]);
  expect(addressesIn("'o'brien@example.com'")).toContain("brien@example.com");
  expect(addressesIn("o'brien@example.com")).toContain("o'brien@example.com");
});
