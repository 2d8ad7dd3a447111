import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { toCanonicalJson } from "./canonical-json.ts";
import { deriveUuid } from "./ids.ts";
import { applyIntent, deriveIntent } from "./intent.ts";
import { createUpcasters } from "./upcasters.ts";

const sha256 = (text: string) => createHash("sha256").update(text, "utf8").digest("hex");

describe("an intent", () => {
  const base = { title: "Sales", size: 1, tags: ["a"] };

  it("is the difference between the seen and the sent state", () => {
    expect(deriveIntent(base, { ...base, tags: ["a"] })).toEqual([]);
    expect(deriveIntent(base, { title: "Returns", size: 1 })).toEqual([
      { field: "title", from: "Sales", to: "Returns" },
    ]);
  });

  it("merges with changes of other fields", () => {
    const intent = deriveIntent(base, { ...base, title: "Returns" });
    expect(applyIntent(intent, { ...base, size: 2 })).toEqual({
      changes: [{ field: "title", from: "Sales", to: "Returns" }],
      conflicts: [],
    });
  });

  it("conflicts with a different change of the same field, but not with an identical one", () => {
    const intent = deriveIntent(base, { ...base, tags: ["b"] });
    expect(applyIntent(intent, { ...base, tags: ["c"] }).conflicts).toEqual([
      { field: "tags", base: ["a"], current: ["c"], wanted: ["b"] },
    ]);
    expect(applyIntent(intent, { ...base, tags: ["b"] })).toEqual({ changes: [], conflicts: [] });
  });
});

describe("a derived id", () => {
  it("is a UUID that depends only on its names", () => {
    const id = deriveUuid(sha256, "command-1", "0");
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(deriveUuid(sha256, "command-1", "0")).toBe(id);
    expect(deriveUuid(sha256, "command-1", "1")).not.toBe(id);
    expect(deriveUuid(sha256, "command-10")).not.toBe(deriveUuid(sha256, "command-1", "0"));
  });
});

describe("canonical JSON", () => {
  it("ignores the order of keys and omits absent fields", () => {
    expect(toCanonicalJson({ b: 1, a: [{ d: null, c: "é" }], e: undefined })).toBe('{"a":[{"c":"é","d":null}],"b":1}');
  });

  it("rejects values that JSON cannot represent", () => {
    expect(() => toCanonicalJson({ a: Number.NaN })).toThrow(TypeError);
    expect(() => toCanonicalJson([1n])).toThrow(TypeError);
  });
});

describe("old events", () => {
  const renameName = (data: unknown) => {
    const { name, ...rest } = data as { name: string };
    return { ...rest, title: name };
  };
  const casters = createUpcasters({ Renamed: 3, Other: 1 }, [
    { type: "Renamed", from: 1, upcast: (data) => ({ ...(data as object), by: "unknown" }) },
    { type: "Renamed", from: 2, upcast: renameName },
  ]);

  it("are upcast step by step to the current schema", () => {
    expect(casters.upcast("Renamed", 1, { name: "x" })).toEqual({ title: "x", by: "unknown" });
    expect(casters.upcast("Renamed", 2, { name: "x", by: "y" })).toEqual({ title: "x", by: "y" });
    expect(casters.upcast("Renamed", 3, { title: "x" })).toEqual({ title: "x" });
  });

  it("cannot be read if they are newer than the code or have no upcaster", () => {
    expect(() => casters.upcast("Renamed", 4, {})).toThrow(/schema 4/);
    expect(() => casters.upcast("Never", 1, {})).toThrow(/Never/);
    expect(() => casters.upcast("toString", 1, {})).toThrow(/toString/);
    expect(() => createUpcasters({ Renamed: 2 }, []).upcast("Renamed", 1, {})).toThrow(/No upcaster/);
  });
});
