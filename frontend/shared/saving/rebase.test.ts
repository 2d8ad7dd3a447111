import { describe, expect, it } from "vitest";
import { findCollisions, rebase, resolveCollisions, withoutFields } from "./rebase.ts";

type Filter = { title: string; tags: string[]; status: number };
const seen: Filter = { title: "Paid", tags: ["vip"], status: 0 };

describe("typed changes rebased on the server's state", () => {
  it.each<[string, Partial<Filter>, Partial<Filter>, Partial<Filter>]>([
    ["nobody changed anything", {}, {}, {}],
    ["only I typed: it stays", { title: "Mine" }, {}, { title: "Mine" }],
    ["only they changed: I see it", {}, { tags: ["vip", "new"] }, { tags: ["vip", "new"] }],
    ["different fields: both", { title: "Mine" }, { status: 3 }, { title: "Mine", status: 3 }],
    ["the same field: what I typed stays on the screen", { title: "Mine" }, { title: "Theirs" }, { title: "Mine" }],
    ["values in another order are a change", { tags: [] }, { status: 1 }, { tags: [], status: 1 }],
    ["I typed and took it back: theirs", { title: "Paid" }, { title: "Theirs" }, { title: "Theirs" }],
  ])("%s", (_name, mine, theirs, expected) => {
    expect(rebase(seen, { ...seen, ...mine }, { ...seen, ...theirs })).toEqual({ ...seen, ...expected });
  });

  it("does not change its arguments", () => {
    const server = Object.freeze({ ...seen, status: 2 });
    rebase(Object.freeze(seen), Object.freeze({ ...seen, title: "Mine" }), server);
    expect(server).toEqual({ ...seen, status: 2 });
  });
});

describe("conflicting fields", () => {
  it.each<[string, Partial<Filter>, Partial<Filter>, (keyof Filter)[]]>([
    ["different fields do not", { title: "Mine" }, { status: 3 }, []],
    ["the same field with the same value does not", { status: 3 }, { status: 3 }, []],
    ["the same field with two values does", { title: "Mine" }, { title: "Theirs" }, ["title"]],
    ["each field by itself", { title: "M", tags: ["a"], status: 1 }, { title: "T", tags: ["b"] }, ["title", "tags"]],
    ["what I did not touch does not", {}, { title: "Theirs", tags: [] }, []],
  ])("%s", (_name, mine, theirs, expected) => {
    const found = findCollisions(seen, { ...seen, ...mine }, { ...seen, ...theirs });
    expect(found.map(({ field }) => field)).toEqual(expected);
  });

  it("are decided field by field; both sides' other fields are kept", () => {
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

it("fields that cannot be saved keep the server's value, the others are sent", () => {
  expect(withoutFields(seen, { title: "", tags: ["a"], status: 1 }, ["title"])).toEqual({
    title: "Paid",
    tags: ["a"],
    status: 1,
  });
});
