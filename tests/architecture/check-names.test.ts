import { describe, expect, it } from "vitest";
import { faultsOfFile, nameFaults } from "./check-names.ts";

describe("a retired term", () => {
  it.each([
    ["in an exported function", "export const lastWordOf = 1;", "lastWordOf", "last word", "onDiscarded"],
    ["in an exported type", "export type KnownThings = 1;", "KnownThings", "thing", "item"],
    ["in a list of exports", 'export { a as buryJob } from "./a.ts";', "buryJob", "bury", "deadLetter"],
  ])("%s is refused", (_case, source, name, term, instead) => {
    expect(faultsOfFile("domain/a.ts", source)).toEqual([
      `domain/a.ts: "${name}" has the retired term "${term}". Use ${instead}.`,
    ]);
  });

  it("in a file's name is refused", () => {
    expect(faultsOfFile("domain/put-down.ts", "")).toEqual([
      'domain/put-down.ts: "put-down.ts" has the retired term "put down". Use reschedule.',
    ]);
  });

  it("within a longer word is allowed", () => {
    expect(faultsOfFile("domain/a.ts", "export const nothing = 1;\nexport const outstandingOrders = 2;")).toEqual([]);
  });
});

it("the glossary and the product's names have no faults", () => {
  expect(nameFaults()).toEqual([]);
});
