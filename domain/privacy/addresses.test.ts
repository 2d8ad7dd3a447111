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
  ["-ann@example.com", true],
  ["complained:\n- Bob\n...ann@example.com", true],
  ["_ann@example.com_", true],
  ["+ann@example.com", true],
  ["mary-ann@example.com", false],
  ["mary.-ann@example.com", false],
  ["100%ann@example.com", false],
  ["ann@example.com.Thanks", true],
  ["ann@example.com-urgent", true],
  ["ann@example.com- urgent", true],
  ["ann@example.com-mail.de", false],
  ["ann@example.com.uk", false],
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
  expect(addressesIn("-ann@example.com")).toContain("ann@example.com");
  expect(addressesIn("...bob@example.com-urgent")).toContain("bob@example.com");
  expect(addressesIn("cy@example.com.Thanks")).toContain("cy@example.com");
  expect(addressesIn("'o'brien@example.com'")).toContain("brien@example.com");
  expect(addressesIn("o'brien@example.com")).toContain("o'brien@example.com");
});
