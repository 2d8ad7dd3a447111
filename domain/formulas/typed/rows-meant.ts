import { listed } from "../../text/listed.ts";
import { isProblem, parseFormula } from "../syntax/parse.ts";
import { parseReference, type Reference } from "../syntax/references.ts";
import { tokensOf } from "../syntax/tokens.ts";

/** Cells of other rows than the one that a formula stands in. `sameRow`: the formula with cells of its own row in their place; null where others are there on purpose. */
export type OtherRows = { said: string; sameRow: { cells: readonly string[]; formula: string } | null };

const isOneRow = ({ from, to }: Reference): boolean => from.row === to.row && !from.fixed && !to.fixed;

/** Whole rows have a type of their own. */
const isCells = (type: string): boolean => type === "range" || type === "range_beam";

const inFirstRow = (text: string): string => text.toUpperCase().replaceAll(/\d+/g, "1");

const distinct = (texts: readonly string[]): string[] => [...new Set(texts.map((text) => text.toUpperCase()))];

/**
 * Cells of rows further down, as whoever knows the first row of data as row 2 writes them (R-33: it is row 1): `I2*E2` means the next row.
 * null where a formula reads its own row, rows that are fixed (`A$2`), ranges over several rows, or only asks where cells stand.
 */
export const otherRows = (formula: string): OtherRows | null => {
  const parsed = parseFormula(formula);
  if (isProblem(parsed)) return null;
  const further = parsed.references.filter((reference) => isOneRow(reference) && reference.from.row > 1);
  if (further.length === 0) return null;
  const rows = new Set(further.map(({ from }) => from.row));
  const isMeant = (text: string) => {
    const reference = parseReference(text);
    return reference !== null && isOneRow(reference) && reference.from.row > 1;
  };
  const tokens = tokensOf(formula);
  const cells = distinct(tokens.filter(({ type, value }) => isCells(type) && isMeant(value)).map(({ value }) => value));
  const [row] = rows;
  const where =
    rows.size > 1 || row === undefined
      ? "in rows further down"
      : row === 2
        ? "in the next row"
        : `${row - 1} rows further down`;
  const said = `${listed(cells)} ${cells.length === 1 ? "is" : "are"} ${where}: row 1 is the row itself.`;
  const onlyThere = rows.size === 1 && further.length === parsed.references.length;
  if (!onlyThere) return { said, sameRow: null };
  const own = cells.map(inFirstRow);
  return {
    said: `${said} For the same row write ${listed(own)}.`,
    sameRow: {
      cells: own,
      formula: tokens.map(({ type, value }) => (isCells(type) && isMeant(value) ? inFirstRow(value) : value)).join(""),
    },
  };
};
