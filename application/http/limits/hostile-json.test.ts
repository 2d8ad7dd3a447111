import { describe, expect, it } from "vitest";
import { findHostileJson } from "./hostile-json.ts";

/** A list that counts accesses to its entries. */
const watched = (entries: unknown[]) => {
  const seen = { entries: 0 };
  const list = new Proxy(entries, {
    get(target, key) {
      if (typeof key === "string" && /^\d+$/.test(key)) seen.entries += 1;
      return Reflect.get(target, key);
    },
  });
  return { list, seen };
};

describe("An untrusted body", () => {
  it("is parsed no further than its first error", () => {
    const { list, seen } = watched(["fine", "\0", ...Array(50_000).fill("x")]);
    expect(findHostileJson({ Names: list })).toBe("Names, entry 2 contains a NUL character. Remove it.");
    expect(seen.entries).toBe(2);
  });

  it.each<[string, unknown, string]>([
    ["a bare string", "a\0", "The body contains a NUL character. Remove it."],
    ["a bare list", ["a", "\ud800"], "The body, entry 2 contains half a character. Remove it."],
    ["a nested field", { A: [{ b: "\0" }] }, "A, entry 1.b contains a NUL character. Remove it."],
    ["a field name", { A: { "b\0": 1 } }, "The field name A.b? contains a NUL character. Remove it."],
    ["a forbidden name", JSON.parse('{"a":{"__proto__":1}}'), "__proto__ is not a field of this call. Remove it."],
    ["a long name", { ["x".repeat(100)]: "\0" }, `${"x".repeat(60)}… contains a NUL character. Remove it.`],
  ])("is rejected with its error for %s", (_where, body, sentence) => {
    expect(findHostileJson(body)).toBe(sentence);
  });

  it.each([[null], [undefined], [7], ["text"], [{ a: [1, "b", null] }]])("passes if it is harmless: %j", (body) => {
    expect(findHostileJson(body)).toBeUndefined();
  });
});
