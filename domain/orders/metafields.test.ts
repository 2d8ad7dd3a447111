import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { metafieldField, parseMetafield } from "./metafields.ts";

describe("the field of a metafield", () => {
  it("is a GraphQL name that identifies the metafield", () => {
    const part = fc.stringMatching(/^[\w$:-]{1,20}$/);
    fc.assert(
      fc.property(part, fc.stringMatching(/^[\w-]{1,20}$/), (namespace, key) => {
        const field = metafieldField(`${namespace}.${key}`);
        expect(field).toMatch(/^\w+$/);
        expect(parseMetafield(field)).toEqual({ namespace, key });
      }),
    );
  });

  it("is split at the last dot when its namespace has one", () => {
    expect(parseMetafield(metafieldField("old.style.material"))).toEqual({ namespace: "old.style", key: "material" });
  });

  it("matches no other field", () => {
    for (const field of ["title", "metafields", "metafield_"]) expect(parseMetafield(field)).toBeUndefined();
  });
});
