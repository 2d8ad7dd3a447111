import { ColumnType } from "../../enumerations.ts";
import type { MoneyBag } from "../../orders/order.ts";
import { sumDecimals, toCanonicalDecimal } from "../../text/decimal.ts";
import { distinctTexts } from "../../text/distinct-texts.ts";
import type { Atom, Cell, ColumnDefinition, Value } from "../definition.ts";

/** Converts a value read by a column. */
export type CellConverter = (value: Value) => Cell;

/** Returns the value's atoms, empty ones included. */
export const toAtoms = (value: Value): readonly Atom[] =>
  typeof value === "object" && value !== null ? value : [value as Atom];

const textOf = (atom: Atom): string | null | undefined => {
  if (atom === null || atom === undefined || typeof atom === "string") return atom;
  // The platform may send anything, but no cell may read `[object Object]`.
  if (typeof atom === "object") throw new TypeError("An object stands where a text or a number is expected.");
  return `${atom}`;
};

/** Distinct non-empty atoms as text. @throws {TypeError} if one is an object */
export const distinctAtoms = (value: Value): string[] => distinctTexts(toAtoms(value).map(textOf));

/** Sums atoms. Null if none is known (blank is not 0), `0` for an empty list. */
export const sumAtoms = (atoms: readonly Atom[]): string | null => {
  const known = atoms.filter((atom) => atom !== null && atom !== undefined);
  return known.length === 0 && atoms.length > 0 ? null : sumDecimals(known.map(String));
};

/** Joins distinct texts. null, undefined and empty text give an empty cell. */
const textCell: CellConverter = (value) => {
  if (typeof value === "string") return value === "" ? null : { kind: "text", text: value };
  if (value === null || value === undefined) return null;
  const texts = distinctAtoms(value);
  return texts.length === 0 ? null : { kind: "text", text: texts.join(", ") };
};

/** Sums several numbers. A missing value is an empty cell, never 0. */
const numberCell: CellConverter = (value) => {
  if (Number.isSafeInteger(value)) return { kind: "number", decimal: `${value}` };
  const decimal = typeof value === "object" && value !== null ? sumAtoms(value) : (value as Atom);
  return decimal === null || decimal === undefined
    ? null
    : { kind: "number", decimal: toCanonicalDecimal(String(decimal)) };
};

/** Converts instants. Any other value stays text, so that nothing is lost. */
const datetimeCell: CellConverter = (value) => {
  if (typeof value === "string" && !Number.isNaN(Date.parse(value))) return { kind: "datetime", instant: value };
  const instants = distinctAtoms(value);
  const [instant] = instants;
  if (instant === undefined) return null;
  if (instants.some((one) => Number.isNaN(Date.parse(one)))) return { kind: "text", text: instants.join(", ") };
  return instants.length === 1 ? { kind: "datetime", instant } : { kind: "datetimes", instants };
};

const addressCell =
  (kind: "link" | "image"): CellConverter =>
  (value) => {
    if (typeof value === "string" && value !== "") return { kind, urls: [value] };
    const urls = distinctAtoms(value);
    return urls.length === 0 ? null : { kind, urls };
  };

/** Returns the converter for a column. Nothing else turns values into cells. */
export const createCellConverter = ({
  type,
  valueKind,
}: Pick<ColumnDefinition, "type" | "valueKind">): CellConverter => {
  if (type === ColumnType.Link) return addressCell("link");
  if (type === ColumnType.Image) return addressCell("image");
  if (valueKind === "number") return numberCell;
  return valueKind === "datetime" ? datetimeCell : textCell;
};

/** Returns the amount in the shop's currency, which reports use. */
export const getShopAmount = (money: MoneyBag | null | undefined): string | null => money?.shopMoney.amount ?? null;

/** Returns `Yes`, `No`, or null (an empty cell) if unknown. */
export const formatYesNo = (fact: boolean | null | undefined): string | null =>
  typeof fact === "boolean" ? (fact ? "Yes" : "No") : null;
