import { joinList } from "../../text/join-list.ts";
import { isProblem, parseFormula } from "../syntax/parse.ts";
import { parseReference, type Reference } from "../syntax/references.ts";
import { lexFormula } from "../syntax/tokens.ts";

/** References to other rows. */
export type OtherRows = {
  message: string;
  /** The formula corrected to its own row; null if other rows are clearly intended. */
  sameRow: { cells: readonly string[]; formula: string } | null;
};

const isOneRow = ({ from, to }: Reference): boolean => from.row === to.row && !from.fixed && !to.fixed;

/** Whole rows have their own type. */
const isCells = (type: string): boolean => type === "range" || type === "range_beam";

const inFirstRow = (text: string): string => text.toUpperCase().replaceAll(/\d+/g, "1");

const distinctUpperCase = (texts: readonly string[]): string[] => [...new Set(texts.map((text) => text.toUpperCase()))];

/**
 * Finds references such as `I2*E2` by merchants who take the first data row for row 2 (it is row 1, R-33). null if a
 * formula reads its own row, fixed rows (`A$2`) or ranges over several rows, or uses only positions.
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
  const tokens = lexFormula(formula);
  const cells = distinctUpperCase(
    tokens.filter(({ type, value }) => isCells(type) && isMeant(value)).map(({ value }) => value),
  );
  const [row] = rows;
  const where =
    rows.size > 1 || row === undefined
      ? "in rows further down"
      : row === 2
        ? "in the next row"
        : `${row - 1} rows further down`;
  const message = `${joinList(cells)} ${cells.length === 1 ? "is" : "are"} ${where}: row 1 is the row itself.`;
  const onlyThere = rows.size === 1 && further.length === parsed.references.length;
  if (!onlyThere) return { message, sameRow: null };
  const own = cells.map(inFirstRow);
  return {
    message: `${message} For the same row write ${joinList(own)}.`,
    sameRow: {
      cells: own,
      formula: tokens.map(({ type, value }) => (isCells(type) && isMeant(value) ? inFirstRow(value) : value)).join(""),
    },
  };
};
