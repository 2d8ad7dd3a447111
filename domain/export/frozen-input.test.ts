import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { toCanonicalJson } from "../core/canonical-json.ts";
import { frozenInputSchema, frozenInputType, frozenInputUpcasters } from "./frozen-input.ts";

const folder = fileURLToPath(new URL("./samples/", import.meta.url));
const samples = readdirSync(folder)
  .sort()
  .map((file) => ({
    file,
    data: JSON.parse(readFileSync(`${folder}${file}`, "utf8")) as { schema: number },
  }));

describe("the frozen inputs ever written", () => {
  it("match the snapshot, in which a new schema adds a line and no line ever changes", () => {
    const lines = samples.map(
      ({ file, data }) => `${file} ${createHash("sha256").update(toCanonicalJson(data)).digest("hex").slice(0, 12)}`,
    );
    expect(lines).toMatchInlineSnapshot(`
      [
        "FrozenInput.v1.json f42a8a7845f5",
        "FrozenInput.v2.json f7163e35ac96",
        "FrozenInput.v3.json e8bea603a222",
      ]
    `);
    expect(samples.map(({ data }) => data.schema)).toEqual(
      Array.from({ length: frozenInputSchema }, (_, before) => before + 1),
    );
  });

  it.each(samples)("can still be read: $file", ({ data }) => {
    const today = frozenInputUpcasters.upcast(frozenInputType, data.schema, data);
    expect(Object.keys(today as object).sort()).toEqual(Object.keys(samples.at(-1)?.data ?? {}).sort());
  });
});
