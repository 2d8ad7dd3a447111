import { expect, it } from "vitest";
import { createCompressedStates } from "./compressed-states.ts";

const stateOf = (version: number, text: string) => ({
  version,
  state: { title: text, tags: ["ä", "€", "😀"] },
});

it("A compressed state is restored unchanged", () => {
  const packed = createCompressedStates<ReturnType<typeof stateOf>>(10_000);
  const state = stateOf(7, "Wholesale".repeat(1_000));
  packed.add("a", state);
  expect(packed.get("a")).toEqual(state);
});

it("A newer version of a state replaces the older one", () => {
  const packed = createCompressedStates<ReturnType<typeof stateOf>>(10_000);
  packed.add("a", stateOf(1, "old"));
  packed.add("a", stateOf(2, "new"));
  expect(packed.get("a")).toEqual(stateOf(2, "new"));
});

it("The least recently used state is evicted when the compressed states exceed their size limit", () => {
  const packed = createCompressedStates<ReturnType<typeof stateOf>>(2_000);
  for (const stream of ["a", "b"]) packed.add(stream, stateOf(1, stream.repeat(50_000)));
  packed.get("a");
  packed.add("c", stateOf(1, "c".repeat(50_000)));
  expect(["a", "b", "c"].map((stream) => packed.get(stream) !== undefined)).toEqual([true, false, true]);
});
