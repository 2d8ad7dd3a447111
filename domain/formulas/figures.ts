import { parseFormulas } from "./columns.ts";
import { aggregateFunctions } from "./functions/aggregate.ts";
import { dateFunctions } from "./functions/dates.ts";
import { mathFunctions } from "./functions/math.ts";
import { positionFunctions } from "./functions/position-functions.ts";
import type { FormulaNode } from "./syntax/node.ts";
import { isOfOwnRow, type Reference } from "./syntax/references.ts";
import { isError } from "./values/value.ts";

/** Type and total of a column, as in the catalogue. */
export type Figures = { isNumber: boolean; total: "none" | "sum" | "sumOncePerOrder" };

/** Figures of a column as formulas read them: instants are numbers of days, without a total. */
export const figuresIn = ({ valueKind, total }: { valueKind: string; total: Figures["total"] }): Figures => ({
  isNumber: valueKind === "number" || valueKind === "datetime",
  total: valueKind === "number" ? total : "none",
});

/**
 * `nothing`: empty text, zero or an error, compatible with everything. `fixed`: the same number in each row. `each`: a
 * number without a total, such as a price or rate. `sum`, `once`: a number that is totalled, per row or once per order.
 */
type Kind = "text" | "nothing" | "fixed" | "each" | "sum" | "once";

const numbers: ReadonlySet<string> = new Set([
  ...[mathFunctions, aggregateFunctions, dateFunctions, positionFunctions].flatMap(Object.keys),
  "LEN",
  "FIND",
  "SEARCH",
  "VALUE",
  "N",
]);

/** Functions whose total follows the first argument. */
const asFirst: ReadonlySet<string> = new Set([
  "ROUND",
  "ROUNDUP",
  "ROUNDDOWN",
  "TRUNC",
  "INT",
  "ABS",
  "CEILING",
  "FLOOR",
  "MROUND",
]);
/** Functions whose total follows all arguments. */
const asAll: ReadonlySet<string> = new Set(["SUM", "MIN", "MAX"]);

/** Kind of two values in one column, or added to each other. */
const together = (one: Kind, other: Kind): Kind => {
  if (one === other || other === "nothing") return one;
  if (one === "nothing") return other;
  if (one === "text" || other === "text") return "text";
  const kinds = [one, other];
  return kinds.includes("sum") && kinds.includes("fixed") ? "sum" : "each";
};

const added = (kinds: readonly Kind[]): Kind => kinds.reduce(together, "nothing");

const toNumberKind = (kind: Kind): Kind => (kind === "text" ? "each" : kind);

const product = (one: Kind, other: Kind): Kind => {
  if (one === "nothing" || other === "nothing") return "fixed";
  if (one === "fixed") return other;
  if (other === "fixed") return one;
  const kinds = [one, other];
  return kinds.includes("sum") && kinds.includes("each") ? "sum" : "each";
};

const quotient = (one: Kind, other: Kind): Kind => {
  if (other === "fixed") return one;
  return one === "sum" && other === "each" ? "sum" : "each";
};

/** Lists arguments that a function may return unchanged; undefined if it computes a new value. */
const returnableArguments = (name: string, args: readonly FormulaNode[]): FormulaNode[] | undefined => {
  const at = (is: (place: number) => boolean) => args.filter((_, argumentIndex) => is(argumentIndex));
  switch (name) {
    case "IF":
      return at((argumentIndex) => argumentIndex > 0);
    case "IFERROR":
    case "IFNA":
      return [...args];
    case "IFS":
      return at((argumentIndex) => argumentIndex % 2 === 1);
    case "SWITCH":
      return at(
        (argumentIndex) =>
          argumentIndex > 0 &&
          (argumentIndex % 2 === 0 || (argumentIndex === args.length - 1 && argumentIndex % 2 === 1)),
      );
    default:
      return undefined;
  }
};

const kindOf = (node: FormulaNode, at: (reference: Reference) => Kind): Kind => {
  const inside = (one: FormulaNode): Kind => kindOf(one, at);
  switch (node.type) {
    case "missing":
      return "nothing";
    case "value": {
      const { value } = node;
      if (value === null || value === "" || isError(value)) return "nothing";
      if (typeof value !== "object") return "text";
      return value.decimal === "0" ? "nothing" : "fixed";
    }
    case "cell":
    case "range":
      return at(node.reference);
    case "unary":
      return toNumberKind(inside(node.of));
    case "binary": {
      const [left, right] = [toNumberKind(inside(node.left)), toNumberKind(inside(node.right))];
      if (node.operator === "+" || node.operator === "-") return added([left, right]);
      if (node.operator === "*") return product(left, right);
      if (node.operator === "/") return quotient(left, right);
      return node.operator === "^" ? "each" : "text";
    }
    case "call": {
      const { name } = node;
      const chosen = returnableArguments(name, node.arguments);
      if (chosen) return added(chosen.map(inside));
      if (!numbers.has(name)) return "text";
      if (asFirst.has(name)) return toNumberKind(added(node.arguments.slice(0, 1).map(inside)));
      if (asAll.has(name)) return added(node.arguments.map((one) => toNumberKind(inside(one))));
      return name === "PRODUCT" ? node.arguments.map(inside).map(toNumberKind).reduce(product, "fixed") : "each";
    }
  }
};

const kindOfColumn = ({ isNumber, total }: Figures): Kind => {
  if (!isNumber) return "text";
  if (total === "none") return "each";
  return total === "sum" ? "sum" : "once";
};

const figuresOf = (kind: Kind): Figures => ({
  isNumber: kind !== "text" && kind !== "nothing",
  total: kind === "sum" ? "sum" : kind === "once" ? "sumOncePerOrder" : "none",
});

/**
 * Derives the figures of formulas (R-28, ADR 58). Amounts keep their total in sums and differences, and when multiplied
 * or divided by a number without one. Unit prices, percentages and quotients of amounts have none.
 */
export const figuresOfFormulas = (
  formulas: readonly (string | null)[],
  columns: readonly Figures[],
): (Figures | null)[] => {
  const parsed = parseFormulas(formulas);
  const kinds = columns.map(
    (column, columnIndex): Kind => (formulas[columnIndex] === null ? kindOfColumn(column) : "text"),
  );
  const at = (reference: Reference): Kind => {
    const { from, to } = reference;
    const met = kinds.slice(from.column, to.column + 1);
    const kind = added(met.map((one) => (from.column === to.column ? one : toNumberKind(one))));
    return isOfOwnRow(reference) || kind === "text" || kind === "nothing" ? kind : "each";
  };
  for (const columnIndex of parsed.order) {
    const column = parsed.columns[columnIndex];
    if (column?.state === "good" && column.parsed.root) kinds[columnIndex] = kindOf(column.parsed.root, at);
  }
  return kinds.map((kind, columnIndex) => (formulas[columnIndex] === null ? null : figuresOf(kind)));
};
