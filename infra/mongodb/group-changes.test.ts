import { describe, expect, it } from "vitest";
import type { PositionedChange } from "../ports/stores/read-store.ts";
import { groupByCollection } from "./group-changes.ts";

/** "a1" is a change of a document in collection a by the event at 1. */
const changes = (text: string): PositionedChange[] =>
  text.split(" ").map((word, n) => ({
    collection: word.slice(0, 1),
    kind: "delete",
    id: String(n),
    position: word.slice(1),
  }));
const runsOf = (text: string): string[] =>
  groupByCollection(changes(text)).map((run) =>
    run.changes.map(({ collection, position }) => `${collection}${position}`).join(" "),
  );

describe("Changes that are written in one call", () => {
  it.each([
    ["a1 a2 a3", ["a1 a2 a3"]],
    ["a1 b1 a2 b2 a3 b3", ["a1 a2 a3", "b1 b2 b3"]],
    ["b1 a2 b2", ["a2", "b1 b2"]],
    ["a1 c1 a2 b2 c2", ["a1 a2", "b2", "c1 c2"]],
  ])("belong to one collection, with one event's changes in order: %s", (given, runs) => {
    expect(runsOf(given)).toEqual(runs);
  });

  it("end before an event whose collections are in another order", () => {
    expect(runsOf("a1 b1 b2 a2 a3 b3")).toEqual(["a1", "b1", "b2", "a2", "a3", "b3"]);
    expect(runsOf("a1 b1 b2 a2 b3 a3")).toEqual(["a1", "b1", "b2 b3", "a2 a3"]);
  });

  it("are split if an event returns to a collection", () => {
    expect(runsOf("a1 a2 b2 a2 a3")).toEqual(["a1", "a2", "b2", "a2", "a3"]);
  });

  it("include every change, each collection's and each event's in order", () => {
    const letters = "abcd";
    for (let seed = 1; seed < 200; seed += 1) {
      const given = Array.from({ length: 30 }, (_, n) => `${letters[(seed * (n + 3) * 7919) % 4]}${Math.floor(n / 3)}`);
      const written = runsOf(given.join(" ")).flatMap((run) => run.split(" "));
      for (const letter of letters)
        expect(written.filter((one) => one.startsWith(letter))).toEqual(given.filter((one) => one.startsWith(letter)));
      for (let event = 0; event < 10; event += 1)
        expect(written.filter((one) => one.slice(1) === String(event))).toEqual(
          given.filter((one) => one.slice(1) === String(event)),
        );
    }
  });
});
