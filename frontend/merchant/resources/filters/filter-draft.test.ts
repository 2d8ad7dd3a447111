import { describe, expect, it } from "vitest";
import type { FilterFields } from "#domain/filters/fields.ts";
import type { Filter } from "#domain/wire/filters/filters.ts";
import { parseStoredDraft, rebaseStoredDraft, toStoredDraft } from "../../../shared/drafts/stored-draft.ts";
import { findCollisions, rebase } from "../../../shared/saving/rebase.ts";
import { filterFromWire } from "./editable-filter.ts";
import { filterIdOfDraft, isValidFilterValue } from "./filter-draft.ts";

const filter: Filter = {
  id: "f1",
  title: "Paid",
  ordering: 0,
  order_filter_view: 0,
  financial_status: 0,
  fulfillment_status: 0,
  order_status: 0,
  OrderSievers: [{ Field: 1001, Filter: ["vip"] }],
};
const fields = (change: Partial<FilterFields> = {}): FilterFields => ({ ...filterFromWire(filter).fields, ...change });
/** A draft after a round trip through a browser's storage. */
const kept = (draft: FilterFields) =>
  parseStoredDraft(JSON.parse(JSON.stringify(toStoredDraft({ value: fields(), etag: '"3"' }, draft, draft.title))));

describe("a filter's draft", () => {
  it("contains only the changes, so no other value of the filter stays in the browser", () => {
    expect(kept(fields({ order_status: 2 }))).toEqual({
      etag: '"3"',
      title: "Paid",
      changes: [{ field: "order_status", from: 0, to: 2 }],
    });
  });

  it("is rebased onto others' changes, with the version that was seen", () => {
    const draft = kept(fields({ order_status: 2 }));
    const read = { value: fields({ title: "Renamed elsewhere" }), etag: '"5"' };
    const opened = draft && rebaseStoredDraft(read, draft, isValidFilterValue);
    expect(opened?.seen.etag).toBe('"3"');
    expect(opened?.draft).toEqual(fields({ title: "Renamed elsewhere", order_status: 2 }));
    expect(opened && rebase(opened.seen.value, opened.draft, read.value)).toEqual(opened?.draft);
    expect(opened && findCollisions(opened.seen.value, opened.draft, read.value)).toEqual([]);
  });

  it("conflicts if others changed the same field to another value", () => {
    const draft = kept(fields({ title: "Mine" }));
    const read = { value: fields({ title: "Theirs" }), etag: '"5"' };
    const opened = draft && rebaseStoredDraft(read, draft, isValidFilterValue);
    expect(opened && findCollisions(opened.seen.value, opened.draft, read.value)).toEqual([
      { field: "title", base: "Paid", current: "Theirs", wanted: "Mine" },
    ]);
  });

  it("is ignored if it doesn't fit a filter or isn't a draft", () => {
    const read = { value: fields(), etag: '"3"' };
    const draft = (field: string, from: unknown, to: unknown) => ({
      etag: null,
      title: "",
      changes: [{ field, from, to }],
    });
    const unfit = [
      draft("colour", 1, 2),
      draft("title", "a", 2),
      draft("order_status", "a", 2),
      draft("OrderSievers.1001", ["a"], [1]),
    ];
    for (const one of unfit) expect(rebaseStoredDraft(read, one, isValidFilterValue), JSON.stringify(one)).toBeNull();
    for (const other of [
      undefined,
      null,
      3,
      "x",
      [],
      {},
      { etag: 3, title: "", changes: [] },
      { etag: null, title: "" },
    ])
      expect(parseStoredDraft(other), JSON.stringify(other)).toBeNull();
    expect(filterIdOfDraft("message")).toBeNull();
    expect(filterIdOfDraft("filter:f1")).toBe("f1");
  });
});
