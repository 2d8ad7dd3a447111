import type { Import } from "./imports.ts";

const topOf = (path: string): string => path.split("/")[0] ?? "";

/** Levels of the product from the bottom up. Imports stay level or go down. */
const levels: readonly (readonly string[])[] = [
  ["domain"],
  ["infra"],
  ["application"],
  ["hosting"],
  [
    "command-api",
    "deliverer",
    "exporter",
    "projections",
    "query-api",
    "relay",
    "scheduler",
    "support-api",
    "upkeep",
    "demo-store",
    "frontend",
  ],
  ["processes"],
  ["deploy"],
];

const levelOf = (folder: string): number => levels.findIndex((level) => level.includes(folder));

/** Counts imports between pairs of top-level folders. */
const countImports = (imports: readonly Import[]): [from: string, to: string, count: number][] => {
  const counts = new Map<string, number>();
  for (const { from, to } of imports) {
    if (topOf(from) === topOf(to)) continue;
    const pair = `${topOf(from)} ${topOf(to)}`;
    counts.set(pair, (counts.get(pair) ?? 0) + 1);
  }
  return [...counts]
    .map(([pair, count]): [string, string, number] => [pair.split(" ")[0] ?? "", pair.split(" ")[1] ?? "", count])
    .sort((a, b) => levelOf(b[0]) - levelOf(a[0]) || a[0].localeCompare(b[0]) || levelOf(b[1]) - levelOf(a[1]));
};

/** Describes each import of a folder above, or beside without knowing it. */
export const upwardImports = (imports: readonly Import[]): string[] =>
  countImports(imports)
    .filter(([from, to]) => levelOf(from) <= levelOf(to))
    .map(([from, to, count]) => `${from} imports ${to}, which isn't below it (${count} imports).`);

/** Makes the text of `docs/imports.md`: a diagram of imports between top-level folders. */
export const drawImports = (imports: readonly Import[]): string => {
  const arrows = countImports(imports);
  const boxes = levels.toReversed().map((level, index) => {
    const names = level.filter((name) => arrows.some(([from, to]) => from === name || to === name));
    return [`  subgraph level${levels.length - index}[" "]`, ...names.map((name) => `    ${name}`), "  end"].join("\n");
  });
  return `# Imports between folders

Made by \`npm run draw-imports\`; \`npm run check\` fails when it is out of date. \`tests/architecture/layers.ts\` says what
each folder may import. All arrows lead down. Tests aren't drawn.

\`\`\`mermaid
flowchart TD
${boxes.join("\n")}
${arrows.map(([from, to]) => `  ${from} --> ${to}`).join("\n")}
\`\`\`
`;
};
