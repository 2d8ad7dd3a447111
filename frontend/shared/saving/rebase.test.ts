import { describe, expect, it } from "vitest";
import { findCollisions, rebase, resolveCollisions, withoutFields } from "./rebase.ts";

type Filter = { title: string; tags: string[]; status: number };
const seen: Filter = { title: "Paid", tags: ["vip"], status: 0 };

describe("typed changes rebased on the server's state", () => {
  it.each<[string, Partial<Filter>, Partial<Filter>, Partial<Filter>]>([
    ["nobody changed anything", {}, {}, {}],
    ["only I changed it: mine", { title: "Mine" }, {}, { title: "Mine" }],
    ["only they changed it: theirs", {}, { tags: ["vip", "new"] }, { tags: ["vip", "new"] }],
    ["different fields: both", { title: "Mine" }, { status: 3 }, { title: "Mine", status: 3 }],
    ["the same field: mine", { title: "Mine" }, { title: "Theirs" }, { title: "Mine" }],
    ["removed values are a change", { tags: [] }, { status: 1 }, { tags: [], status: 1 }],
    ["I reverted my change: theirs", { title: "Paid" }, { title: "Theirs" }, { title: "Theirs" }],
  ])("%s", (_name, mine, theirs, expected) => {
    expect(rebase(seen, { ...seen, ...mine }, { ...seen, ...theirs })).toEqual({ ...seen, ...expected });
  });

  it("does not change its arguments", () => {
    const server = Object.freeze({ ...seen, status: 2 });
    rebase(Object.freeze(seen), Object.freeze({ ...seen, title: "Mine" }), server);
    expect(server).toEqual({ ...seen, status: 2 });
  });
});

describe("conflicts", () => {
  it.each<[string, Partial<Filter>, Partial<Filter>, (keyof Filter)[]]>([
    ["don't include different fields", { title: "Mine" }, { status: 3 }, []],
    ["don't include a field with the same value", { status: 3 }, { status: 3 }, []],
    ["include a field with two values", { title: "Mine" }, { title: "Theirs" }, ["title"]],
    [
      "include each field separately",
      { title: "M", tags: ["a"], status: 1 },
      { title: "T", tags: ["b"] },
      ["title", "tags"],
    ],
    ["don't include fields that I didn't change", {}, { title: "Theirs", tags: [] }, []],
  ])("%s", (_name, mine, theirs, expected) => {
    const found = findCollisions(seen, { ...seen, ...mine }, { ...seen, ...theirs });
    expect(found.map(({ field }) => field)).toEqual(expected);
  });

  it("are resolved field by field, keeping both sides' other fields", () => {
    const sides = {
      base: seen,
      draft: { title: "Mine", tags: ["mine"], status: 0 },
      server: { title: "Theirs", tags: ["theirs"], status: 4 },
    };
    expect(resolveCollisions(sides, { title: "mine", tags: "theirs" })).toEqual({
      title: "Mine",
      tags: ["theirs"],
      status: 4,
    });
  });
});

it("fields that can't be saved keep the server's value, and the others are sent", () => {
  expect(withoutFields(seen, { title: "", tags: ["a"], status: 1 }, ["title"])).toEqual({
    title: "Paid",
    tags: ["a"],
    status: 1,
  });
});
