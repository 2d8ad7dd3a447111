import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

/** Checks docs/glossary.md, and that the product's names keep to it. */

const root = fileURLToPath(new URL("../../", import.meta.url));

const productFolders = [
  "application",
  "command-api",
  "deliverer",
  "demo-store",
  "domain",
  "exporter",
  "frontend",
  "hosting",
  "infra",
  "processes",
  "projections",
  "query-api",
  "relay",
  "scheduler",
  "support-api",
  "upkeep",
];

/**
 * Private terms of earlier versions, with the term to use instead. Left out: terms that also have a common meaning, such
 * as the line of an order, the duties of an import or the fold of a text.
 */
const retired: Readonly<Record<string, string>> = {
  alone: "standalone",
  beside: "sidecar",
  breathe: "yieldToEventLoop",
  breather: "yieldToEventLoop",
  bury: "deadLetter",
  "by hand": "manual",
  desk: "service",
  door: "healthServer",
  "give up": "discard",
  "given up": "discarded",
  happening: "activity",
  heard: "consumed",
  "in words": "describe or format",
  "last word": "onDiscarded",
  "let go": "release",
  likely: "optimistic",
  "own time": "originalExpiry",
  patience: "timeouts",
  "put down": "reschedule",
  speak: "detokenize",
  spoken: "plaintext",
  standing: "progress, health or status",
  stories: "activity",
  story: "activity",
  swept: "cleanedUp",
  thing: "item",
  told: "notified or reported",
  weigh: "estimate",
  wish: "input",
};

/** `lastWordOf`, `last-word-of` and `last word of` have the same words. */
const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");

/** Also finds the plural in -s. */
const retiredTermsIn = (name: string): string[] => {
  const text = ` ${wordsOf(name).join(" ")} `;
  return Object.keys(retired).filter((term) => text.includes(` ${term} `) || text.includes(` ${term}s `));
};

const declaration =
  /^export (?:default )?(?:declare )?(?:abstract )?(?:async )?(?:const|let|function\*?|class|type|interface|enum) (\w+)/gm;
const exportList = /^export (?:type )?\{([^}]*)\}/gm;

const exportedNames = (source: string): string[] => [
  ...[...source.matchAll(declaration)].map(([, name = ""]) => name),
  ...[...source.matchAll(exportList)].flatMap(([, list = ""]) =>
    list
      .split(",")
      .map((entry) => entry.trim().split(" ").at(-1) ?? "")
      .filter((name) => name !== ""),
  ),
];

const faultsOf = (path: string, name: string): string[] =>
  retiredTermsIn(name).map((term) => `${path}: "${name}" has the retired term "${term}". Use ${retired[term]}.`);

const faultsOfFile = (path: string, source: string): string[] => [
  ...faultsOf(path, basename(path)),
  ...exportedNames(source).flatMap((name) => faultsOf(path, name)),
];

/** The first column of each table, by section. */
const glossaryWords = (): ReadonlyMap<string, readonly string[]> => {
  const [, ...sections] = readFileSync(`${root}docs/glossary.md`, "utf8").split(/^## /m);
  return new Map(
    sections.map((section) => {
      const [title = "", ...lines] = section.split("\n");
      const rows = lines.filter((line) => line.startsWith("| ") && line !== "| word | meaning |");
      return [title, rows.map((row) => row.slice(2, row.indexOf(" | ")))];
    }),
  );
};

const duplicatesIn = (words: readonly string[]): string[] =>
  words.filter((word, index) => words.indexOf(word) !== index);

describe("the glossary", () => {
  const words = [...glossaryWords().values()].flat();

  it("has each word once", () => {
    expect(words.length).toBeGreaterThan(100);
    expect(duplicatesIn(words)).toEqual([]);
  });

  it.each([...glossaryWords()])("has the words of '%s' in order", (_title, listed) => {
    expect(listed).toEqual([...listed].sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)));
  });

  it("has no retired term", () => {
    expect(words.flatMap((word) => faultsOf("docs/glossary.md", word))).toEqual([]);
  });
});

describe("a retired term", () => {
  it.each([
    ["in an exported function", "export const lastWordOf = 1;", "lastWordOf", "last word", "onDiscarded"],
    ["in an exported type", "export type KnownThings = 1;", "KnownThings", "thing", "item"],
    ["in a list of exports", 'export { a as buryJob } from "./a.ts";', "buryJob", "bury", "deadLetter"],
  ])("%s is refused", (_case, source, name, term, instead) => {
    expect(faultsOfFile("domain/a.ts", source)).toEqual([
      `domain/a.ts: "${name}" has the retired term "${term}". Use ${instead}.`,
    ]);
  });

  it("in a file's name is refused", () => {
    expect(faultsOfFile("domain/put-down.ts", "")).toEqual([
      'domain/put-down.ts: "put-down.ts" has the retired term "put down". Use reschedule.',
    ]);
  });

  it("within a longer word is allowed", () => {
    expect(faultsOfFile("domain/a.ts", "export const nothing = 1;\nexport const outstandingOrders = 2;")).toEqual([]);
  });

  it("is in no exported name and no file name of the product", () => {
    const paths = globSync(`{${productFolders.join(",")}}/**/*.{ts,tsx}`, { cwd: root });
    expect(new Set(paths.map((path) => path.split("/")[0]))).toEqual(new Set(productFolders));
    expect(paths.flatMap((path) => faultsOfFile(path, readFileSync(`${root}${path}`, "utf8")))).toEqual([]);
  });
});
