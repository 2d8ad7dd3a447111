import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createTempFolder } from "#tests/contract/support/temp-folder.ts";
import { closureOf, placesOf } from "./server-packages.ts";

describe("The packages of the image", () => {
  it("include their dependencies at the path where Node looks for them", () => {
    const packages = {
      "node_modules/a": { dependencies: { b: "1", c: "1" } },
      "node_modules/b": {},
      "node_modules/a/node_modules/b": { dependencies: { d: "1", absent: "1" } },
      "node_modules/c": {},
      "node_modules/d": {},
      "node_modules/e": {},
    };
    expect([...placesOf({ packages }, ["a"])].sort()).toEqual([
      "node_modules/a",
      "node_modules/a/node_modules/b",
      "node_modules/c",
      "node_modules/d",
    ]);
  });
});

describe("A missing module", () => {
  it("is reported with the module that needs it and what to do", async () => {
    const folder = await createTempFolder();
    mkdirSync(join(folder.path, "a"));
    writeFileSync(join(folder.path, "a/main.ts"), 'import "express";\nimport { b } from "./there.ts";\n');
    writeFileSync(join(folder.path, "a/there.ts"), 'export const b = () => import("#c/gone.ts");\n');
    expect(() => closureOf(folder.path, ["a/main.ts"])).toThrow(
      /^c\/gone\.ts is not there, and a\/there\.ts needs it\. .*Dockerfile\.dockerignore/,
    );
    await folder.remove();
  });
});
