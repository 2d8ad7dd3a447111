import { readdirSync, readFileSync } from "node:fs";

export const groupings = [
  "Orders",
  "OnePerOrder",
  "Fulfillments",
  "ProductVariants",
  "ProductCombined",
  "BundleAndCustomizer",
  "MassConstructionMealPrep",
] as const;
type GroupingName = (typeof groupings)[number];

/** A column of `columns.tsv`: `words` says how it comes together in each grouping (P-6), `-` where it is not valid. */
export type ListedColumn = {
  key: string;
  category: string;
  type: "Text" | "Number" | "Link" | "Image";
  value: "text" | "number" | "datetime";
  words: Record<GroupingName, string>;
};

/** A cell that a column must show; `expected` without escapes. `place` is file and line, for messages. */
export type ExpectedCell = {
  place: string;
  category: string;
  column: string;
  grouping: string;
  row: string;
  expected: string;
};

const escapes: Readonly<Record<string, string>> = { "\\n": "\n", "\\r": "\r", "\\t": "\t", "\\\\": "\\" };
const unescaped = (text: string): string => text.replace(/\\[nrt\\]/g, (written) => escapes[written] ?? written);

type TextLine = { number: number; text: string };
const linesOf = (file: URL): TextLine[] =>
  readFileSync(file, "utf8")
    .split("\n")
    .map((text, index) => ({ number: index + 1, text }))
    .filter(({ text }) => text !== "" && !text.startsWith("#"));

export const readColumns = (): ListedColumn[] =>
  linesOf(new URL("columns.tsv", import.meta.url))
    .slice(1)
    .map(({ text }) => {
      const [key = "", category = "", type = "", value = "", ...words] = text.split("\t");
      return {
        key,
        category,
        type: type as ListedColumn["type"],
        value: value as ListedColumn["value"],
        words: Object.fromEntries(groupings.map((name, index) => [name, words[index] ?? ""])) as ListedColumn["words"],
      };
    });

/** Files of `expected/` with their lines as they are, the header first. */
export const readTableFiles = (): { file: string; lines: TextLine[] }[] => {
  const folder = new URL("expected/", import.meta.url);
  return readdirSync(folder)
    .filter((file) => file.endsWith(".tsv"))
    .sort()
    .map((file) => ({ file, lines: linesOf(new URL(file, folder)) }));
};

/** All cells of `expected/`, file by file. */
export const readTables = (): ExpectedCell[] =>
  readTableFiles().flatMap(({ file, lines }) =>
    lines.slice(1).map(({ number, text }) => {
      const [column = "", grouping = "", row = "", expected = ""] = text.split("\t");
      const category = file.replace(".tsv", "");
      return { place: `${file}:${number}`, category, column, grouping, row, expected: unescaped(expected) };
    }),
  );
