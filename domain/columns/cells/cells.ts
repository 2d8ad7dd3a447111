import { ColumnType } from "../../enumerations.ts";
import type { MoneyBag } from "../../orders/order.ts";
import { canonicalDecimal, sumDecimals } from "../../text/decimal.ts";
import { distinctTexts } from "../../text/join.ts";
import type { Atom, Cell, ColumnDefinition, Value } from "../definition.ts";

/** Makes the cell of what a column has read. */
export type ToCell = (value: Value) => Cell;

/** The atoms of a value, those that say nothing too. */
export const atomsOf = (value: Value): readonly Atom[] =>
  typeof value === "object" && value !== null ? value : [value as Atom];

const textOf = (atom: Atom): string | null | undefined => {
  if (atom === null || atom === undefined || typeof atom === "string") return atom;
  // Whatever a platform sends: no cell reads `[object Object]`.
  if (typeof atom === "object") throw new TypeError("An object stands where a text or a number is expected.");
  return `${atom}`;
};

/** Those that say something, each once, as text. @throws {TypeError} one of them is an object */
export const distinctAtoms = (value: Value): string[] => distinctTexts(atomsOf(value).map(textOf));

/** The sum of what is known; empty where nothing is (blank is not 0), `0` of no summands at all. */
export const sumOf = (atoms: readonly Atom[]): string | null => {
  const known = atoms.filter((atom) => atom !== null && atom !== undefined);
  return known.length === 0 && atoms.length > 0 ? null : sumDecimals(known.map(String));
};

/** Text; several distinct ones are joined. null, undefined and the empty text are an empty cell. */
const textCell: ToCell = (value) => {
  if (typeof value === "string") return value === "" ? null : { kind: "text", text: value };
  if (value === null || value === undefined) return null;
  const texts = distinctAtoms(value);
  return texts.length === 0 ? null : { kind: "text", text: texts.join(", ") };
};

/** A number in canonical form, of several their sum; missing is an empty cell, never 0. */
const numberCell: ToCell = (value) => {
  if (Number.isSafeInteger(value)) return { kind: "number", decimal: `${value}` };
  const decimal = typeof value === "object" && value !== null ? sumOf(value) : (value as Atom);
  return decimal === null || decimal === undefined
    ? null
    : { kind: "number", decimal: canonicalDecimal(String(decimal)) };
};

/** Text where one of them is no instant: a platform may send anything, and what it sent is shown. */
const datetimeCell: ToCell = (value) => {
  if (typeof value === "string" && !Number.isNaN(Date.parse(value))) return { kind: "datetime", instant: value };
  const instants = distinctAtoms(value);
  const [instant] = instants;
  if (instant === undefined) return null;
  if (instants.some((one) => Number.isNaN(Date.parse(one)))) return { kind: "text", text: instants.join(", ") };
  return instants.length === 1 ? { kind: "datetime", instant } : { kind: "datetimes", instants };
};

const addressCell =
  (kind: "link" | "image"): ToCell =>
  (value) => {
    if (typeof value === "string" && value !== "") return { kind, urls: [value] };
    const urls = distinctAtoms(value);
    return urls.length === 0 ? null : { kind, urls };
  };

/** How cells of a column are made; the only place where they are. */
export const toCellOf = ({ type, valueKind }: Pick<ColumnDefinition, "type" | "valueKind">): ToCell => {
  if (type === ColumnType.Link) return addressCell("link");
  if (type === ColumnType.Image) return addressCell("image");
  if (valueKind === "number") return numberCell;
  return valueKind === "datetime" ? datetimeCell : textCell;
};

/** The amount in the shop's currency; reports are in shop money. */
export const shopAmount = (money: MoneyBag | null | undefined): string | null => money?.shopMoney.amount ?? null;

/** How a column says what is so or not; empty where it is not known. */
export const yesOrNo = (fact: boolean | null | undefined): string | null =>
  typeof fact === "boolean" ? (fact ? "Yes" : "No") : null;
