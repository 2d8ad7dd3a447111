import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";

/** Checks docs/glossary.md and the product's names. */

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
 * Private terms of earlier versions, with their replacements. Leaves out terms with a common meaning, such as an
 * order's line, import duties or a text's fold.
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

/** Splits `lastWordOf`, `last-word-of` and `last word of` alike. */
const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");

/** Finds the plural in -s, too. */
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

/** Names the retired terms in a file's name and in its exported names. */
export const faultsOfFile = (path: string, source: string): string[] => [
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

const inOrder = (words: readonly string[]): string[] =>
  [...words].sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1));

/** Finds repeated words, sections out of order and retired terms. */
const faultsOfGlossary = (): string[] => {
  const sections = glossaryWords();
  const words = [...sections.values()].flat();
  return [
    ...duplicatesIn(words).map((word) => `docs/glossary.md has "${word}" twice. Give each word one row.`),
    ...[...sections].flatMap(([title, listed]) =>
      listed.join() === inOrder(listed).join() ? [] : [`docs/glossary.md: sort the words of "${title}".`],
    ),
    ...words.flatMap((word) => faultsOf("docs/glossary.md", word)),
  ];
};

/** Lists all faults of the glossary and of the product's names. */
export const nameFaults = (): string[] => {
  const paths = globSync(`{${productFolders.join(",")}}/**/*.{ts,tsx}`, { cwd: root });
  return [
    ...faultsOfGlossary(),
    ...paths.flatMap((path) => faultsOfFile(path, readFileSync(`${root}${path}`, "utf8"))),
  ];
};
