import { type Siever, SieverCode, sieverByCode } from "../filters/sievers.ts";
import { financialLabels, fulfillmentLabels, orderLabels } from "../filters/status-labels.ts";
import { parseValue } from "../filters/values.ts";
import type { FilterField } from "../wire/filters.ts";

const lowerFirst = (label: string) => `${label.charAt(0).toLowerCase()}${label.slice(1)}`;
const named = (labels: readonly { value: number; label: string }[]) =>
  new Map(labels.map(({ value, label }) => [value, lowerFirst(label)]));

const statuses = {
  financial_status: { title: "Financial status", values: named(financialLabels) },
  fulfillment_status: { title: "Fulfillment status", values: named(fulfillmentLabels) },
  order_status: { title: "Order status", values: named(orderLabels) },
} as const;
export type StatusField = keyof typeof statuses;

const isStatus = (field: FilterField): field is StatusField => Object.hasOwn(statuses, field);

/** As the editor names it: 'paid or partially paid'. */
export const statusWords = (field: StatusField, value: number): string =>
  statuses[field].values.get(value) ?? "a status that is not known any more";

/** 'Order tags', 'Variant SKU': the group tells the tags of orders, products and customers apart. */
export const sieverWords = (code: number): string => {
  const siever = sieverByCode.get(code);
  if (!siever) return "A condition that is not known any more";
  const words = siever.label.split(" ").map((word) => (word === word.toUpperCase() ? word : word.toLowerCase()));
  return `${siever.group} ${words.join(" ")}`;
};

/** A filter's field as a merchant knows it, the first letter a capital. */
export const fieldWords = (field: FilterField): string => {
  if (field === "title") return "Title";
  return isStatus(field) ? statuses[field].title : sieverWords(Number(field.slice("OrderSievers.".length)));
};

const longestQuote = 60;

/** Text as it is shown within a sentence, cut where it would hide the sentence. */
export const quoted = (text: string): string => {
  const characters = Array.from(text);
  return characters.length > longestQuote ? `“${characters.slice(0, longestQuote).join("")}…”` : `“${text}”`;
};

const signs = { "<": "<", "<=": "≤", ">": ">", ">=": "≥" } as const;

/** A stored value as the editor shows it: `!vip` is 'not “vip”', `*` 'any value', `!*` 'empty', `>=5` '≥ 5'. */
export const valueSaid = (value: string, siever: Siever | undefined): string => {
  const parsed = siever === undefined ? { problem: "" } : parseValue(value, siever);
  // From before today's rules: shown as it stands.
  if ("problem" in parsed) return quoted(value);
  const { value: read } = parsed;
  if (!("operand" in read)) return read.kind === "present" ? "any value" : "empty";
  const text = siever?.code === SieverCode.LineFulfillmentStatus ? read.operand.replaceAll("_", " ") : read.operand;
  if (read.kind === "is") return quoted(text);
  return read.kind === "not" ? `not ${quoted(text)}` : `${signs[read.kind]} ${text}`;
};

const mostNamed = 5;

/** 'a, b and 3 others' */
export const listSaid = (items: readonly string[]): string => {
  const shown = items.slice(0, mostNamed).join(", ");
  const others = items.length - mostNamed;
  return others > 0 ? `${shown} and ${others} ${others === 1 ? "other" : "others"}` : shown;
};

/** A field's value as a merchant knows it. */
export const valueWords = (field: FilterField, value: unknown): string => {
  if (Array.isArray(value)) return value.length === 0 ? "no values" : listSaid(value.map(String).map(quoted));
  return isStatus(field) ? statusWords(field, Number(value)) : quoted(String(value));
};
