import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { importedPackages, type Lock, placesOf } from "./server-packages.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const lock = JSON.parse(readFileSync(`${root}package-lock.json`, "utf8")) as Lock;

describe("The packages of the image", () => {
  it("are what the server imports, and nothing of the front end", () => {
    const imported = importedPackages(root);
    for (const name of ["express", "pino", "@eventstore/db-client", "@borgar/fx", "basic-ftp", "graphql"])
      expect(imported).toContain(name);
    for (const name of ["react", "@mui/material", "vite", "react-admin", "vitest", "yaml"])
      expect(imported).not.toContain(name);
  });

  it("are there where packages for development are not", () => {
    const places = placesOf(lock, importedPackages(root));
    for (const name of importedPackages(root)) expect(places).toContain(`node_modules/${name}`);
    expect([...places].filter((place) => lock.packages[place]?.dev)).toEqual([]);
  });

  it("come with what they need, at the place where Node looks for it", () => {
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
