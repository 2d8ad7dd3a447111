import { expect, it } from "vitest";
import { upcasters } from "../event-schemas.ts";
import { frozenInputType, frozenInputUpcasters } from "../export/frozen-input.ts";

const reference = "pv:0Zk3vQ8mT1yB7cJx5LwNsA";
/** Stored before `*` was a wildcard: SKUs, order tags in the vault, quantities. */
const before = { 4000: ["A*", "!*", "*", "plain"], 1001: [reference, `!${reference}`], 2003: [">=2"] };
const after = { 4000: ["A\\*", "!*", "*", "plain"], 1001: [reference, `!${reference}`], 2003: [">=2"] };

it.each(["FilterCreated", "FilterCloned", "FilterRestored"])(
  "a star stored before wildcards existed stays literal: %s",
  (type) => {
    expect(upcasters.upcast(type, 1, { title: "Old", sievers: before })).toEqual({ title: "Old", sievers: after });
    expect(upcasters.upcast(type, 2, { sievers: before })).toEqual({ sievers: before });
  },
);

it("escapes literal stars in the old and the new values of a field edit", () => {
  const change = { filterId: "f", siever: 4000, from: ["A*"], to: ["*B", "*"] };
  expect(upcasters.upcast("FilterSieverChanged", 1, change)).toEqual({ ...change, from: ["A\\*"], to: ["\\*B", "*"] });
});

it("escapes literal stars in a repeated report", () => {
  const upcast = (data: object) => frozenInputUpcasters.upcast(frozenInputType, 2, data);
  expect(upcast({ filter: { filterId: "f", sievers: before } })).toEqual({ filter: { filterId: "f", sievers: after } });
  expect(upcast({ filter: null })).toEqual({ filter: null });
});
