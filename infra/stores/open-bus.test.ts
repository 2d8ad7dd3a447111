import { expect, it } from "vitest";
import { repoFiles } from "#tests/support/repo-files.ts";
import { streamKinds } from "./open-bus.ts";

it("Topics are created for every kind of stream in the domain", () => {
  const kinds = repoFiles(".ts")
    .filter(({ path }) => path.startsWith("domain/") && !path.endsWith(".test.ts"))
    .flatMap(({ text }) => [...text.matchAll(/^\s*category: "([^"]+)",$/gm)].map((match) => match[1]));
  expect([...new Set(kinds)].sort()).toEqual([...streamKinds]);
});
