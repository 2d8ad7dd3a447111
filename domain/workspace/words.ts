import { FinancialStatus, FulfillmentStatus, OrderStatus } from "../enumerations.ts";
import { sieverByCode } from "../filters/sievers.ts";
import type { FilterField } from "../wire/filters.ts";

/** `partially_paid` → 'partially paid', `hasPending` → 'has pending'. */
const spaced = (name: string) =>
  name.replaceAll("_", " ").replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
const named = (names: Readonly<Record<string, number>>) =>
  new Map(Object.entries(names).map(([name, number]) => [number, spaced(name)]));

const statuses = {
  financial_status: { title: "Financial status", values: named(FinancialStatus) },
  fulfillment_status: { title: "Fulfillment status", values: named(FulfillmentStatus) },
  order_status: { title: "Order status", values: named(OrderStatus) },
} as const;
export type StatusField = keyof typeof statuses;

const isStatus = (field: FilterField): field is StatusField => Object.hasOwn(statuses, field);

/** As in 'paid and partially paid'. */
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

const mostQuotes = 5;

/** '“a”, “b” and 3 others' */
export const quotedList = (values: readonly string[]): string => {
  const shown = values.slice(0, mostQuotes).map(quoted).join(", ");
  const others = values.length - mostQuotes;
  return others > 0 ? `${shown} and ${others} ${others === 1 ? "other" : "others"}` : shown;
};

/** A field's value as a merchant knows it. */
export const valueWords = (field: FilterField, value: unknown): string => {
  if (Array.isArray(value)) return value.length === 0 ? "no values" : quotedList(value.map(String));
  return isStatus(field) ? statusWords(field, Number(value)) : quoted(String(value));
};
