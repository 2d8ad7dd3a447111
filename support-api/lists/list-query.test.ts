import { describe, expect, it } from "vitest";
import { ApiError } from "#application/http/api-error.ts";
import { createMemoryReadStore } from "#infra/memory/read-store.ts";
import { filterBefore, filterBeginsWith, filterSince, isOneOfWord, isText } from "./filters.ts";
import { type ListShape, readListQuery } from "./list-query.ts";

const shape: ListShape = {
  filters: {
    q: filterBeginsWith("shop"),
    tenant: isText("tenant"),
    status: isOneOfWord("status", { done: [1], working: [10, 11] }),
    since: filterSince("at"),
    before: filterBefore("at"),
  },
  sorts: { at: "at", shop: "shop" },
  sort: { field: "at", descending: true },
};
const read = (query: Record<string, unknown>) => readListQuery(query, shape);
const asJson = (query: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(query).map(([name, value]) => [name, JSON.stringify(value)]));

describe("a list query", () => {
  it("is read as ra-data-simple-rest sends it", () => {
    expect(
      read(asJson({ filter: { tenant: "t", status: "working" }, range: [50, 74], sort: ["shop", "ASC"] })),
    ).toEqual({
      where: [
        { field: "tenant", equals: "t" },
        { field: "status", in: [10, 11] },
      ],
      sort: [{ field: "shop", descending: false }],
      offset: 50,
      limit: 25,
      ids: undefined,
      filterValues: { tenant: "t", status: "working" },
    });
  });

  it("gives the newest 25 without parameters, and only the given ids if there are any", () => {
    expect(read({})).toMatchObject({ where: [], sort: [shape.sort], offset: 0, limit: 25, ids: undefined });
    expect(read(asJson({ filter: { id: ["a", "b", "a"] } }))).toMatchObject({ ids: ["a", "b"], where: [] });
  });

  it.each(["-271821-04-20T00:00:00.000Z", "+275760-09-13T00:00:00.000Z", "+012026-01-01T00:00:00.000Z", "soon"])(
    "refuses an impossible time: %s",
    (instant) => {
      for (const filter of [{ since: instant }, { before: instant }])
        expect(() => read(asJson({ filter }))).toThrow(/A time must be a day or an instant/);
    },
  );

  it("treats an emptied filter as none", () => {
    expect(read(asJson({ filter: { q: "", tenant: null } })).where).toEqual([]);
  });

  it.each([
    { filter: "{" },
    { filter: "[]" },
    { filter: '{"emailRef":"x"}' },
    { filter: '{"__proto__":"x"}' },
    { filter: '{"status":"toString"}' },
    { filter: '{"tenant":{"above":""}}' },
    { filter: '{"since":"yesterday"}' },
    { filter: ["{}", "{}"] },
    { filter: `{"tenant":"${"x".repeat(201)}"}` },
    { filter: '{"id":[1]}' },
    { range: "[0]" },
    { range: "[5,4]" },
    { range: "[-1,4]" },
    { range: "[0,1000]" },
    { range: "[10001,10020]" },
    { sort: '["emailRef","ASC"]' },
    { sort: '["at","asc"]' },
    { sort: '["constructor","ASC"]' },
  ])("is refused with a message if it is invalid: %j", (query) => {
    expect(() => read(query)).toThrow(ApiError);
  });
});

describe("a filter", () => {
  const found = async (filter: Record<string, unknown>) => {
    const store = createMemoryReadStore();
    await store.ensureCollections([{ name: "shops", indexes: ["shop"] }]);
    const shops = ["aurora", "aurora-demo", "auror", "aurorb", "borealis", "AURORA", "aurora\u{10ffff}"];
    await store.apply(
      shops.map((shop, n) => ({
        collection: "shops",
        id: String(n),
        position: String(n).padStart(4, "0"),
        kind: "put" as const,
        document: { shop, at: `2026-11-${20 + n}T00:00:00.000Z` },
      })),
    );
    const { where } = read(asJson({ filter }));
    return (await store.find("shops", { where })).map(({ document }) => document.shop);
  };

  it("finds items by prefix", async () => {
    expect(await found({ q: " Aurora" })).toEqual(["aurora", "aurora-demo"]);
    expect(await found({ q: "auror" })).toEqual(expect.arrayContaining(["auror", "aurora", "aurorb"]));
    expect(await found({ q: "aurora-demo-2" })).toEqual([]);
  });

  it("finds items from one day on and before another", async () => {
    expect(await found({ since: "2026-11-21", before: "2026-11-23" })).toEqual(["aurora-demo", "auror"]);
  });
});
