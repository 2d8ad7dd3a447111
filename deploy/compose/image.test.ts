import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTempFolder } from "#tests/contract/support/temp-folder.ts";
import { contextFiles } from "#tests/support/docker-ignore.ts";
import { makeContext, productionPlaces, root } from "#tests/support/image.ts";
import { entryPoints } from "./entry-points.ts";
import { closureOf, placesOf } from "./server-packages.ts";

/** Packages that the server imports for their types only. */
const forTypes = ["ssh2"];

describe("The image, built from Docker's build context", () => {
  let image: ReturnType<typeof makeContext>;
  let kept: Set<string>;
  beforeAll(() => {
    image = makeContext();
    kept = placesOf(image.lock(), closureOf(image.path).packages);
    image.install(productionPlaces(image.lock()).filter((place) => kept.has(place)));
    image.dropFrontend();
  });
  afterAll(() => image.remove());

  it("has every module that a container runs, and all its imports", () => {
    const { files, packages } = closureOf(image.path);
    const modules = [...files].filter((file) => file.endsWith(".ts"));
    expect(modules).toEqual(expect.arrayContaining(entryPoints(root)));
    const linker = join(root, "tests/support/link-modules.ts");
    const flags = ["--disable-warning=ExperimentalWarning", linker, image.path];
    const printed = execFileSync(process.execPath, flags, {
      input: JSON.stringify(modules),
      encoding: "utf8",
      env: { PATH: process.env.PATH },
    });
    const loaded = new Set((JSON.parse(printed) as string[]).map(image.packageOf));
    expect([...packages].filter((name) => !loaded.has(name))).toEqual(forTypes);
  });

  it("has the server's packages, but none for development or the front end", () => {
    const has = (name: string): boolean => existsSync(join(image.path, "node_modules", name));
    expect([...kept].filter((place) => !existsSync(join(image.path, place)))).toEqual([]);
    expect(["express", "pino", "@eventstore/db-client", "mongodb", "kafkajs"].filter((name) => !has(name))).toEqual([]);
    expect(["react", "@mui/material", "vite", "react-admin", "vitest", "yaml"].filter(has)).toEqual([]);
  });
});

describe("The ignore file", () => {
  it("is read as Docker does: the last matching rule decides, also for everything in a folder", async () => {
    const folder = await createTempFolder();
    const files = [
      "a/x.ts",
      "a/x.test.ts",
      "a/in/x.test.ts",
      "a/testing/y.ts",
      "ab/z.ts",
      "c/dist/q",
      "c/r",
      ".env",
      "de",
    ];
    for (const file of files) {
      mkdirSync(join(folder.path, dirname(file)), { recursive: true });
      writeFileSync(join(folder.path, file), "");
    }
    const ignore = "# a comment\n*\n!a\n!/c/dist/\n!d?\n\n**/*.test.ts\n  **/testing\n";
    expect(contextFiles(folder.path, ignore).sort()).toEqual(["a/x.ts", "c/dist/q", "de"]);
    expect(contextFiles(folder.path, "a/**\nab/*.ts\n.env\n").sort()).toEqual(["c/dist/q", "c/r", "de"]);
    expect(() => contextFiles(folder.path, "[ab]")).toThrow("Unsupported pattern [ab]");
    await folder.remove();
  });
});
