import { FinancialStatus, FulfillmentStatus, OrderStatus } from "../../enumerations.ts";
import { financialWord, fulfillmentWords } from "../../orders/status-words.ts";
import { lowerFirst, upperFirst } from "../../text/first-letter.ts";
import type { FilterMoment } from "../compile/compiled.ts";
import {
  type NativePart,
  nativeFinancial,
  nativeFulfillment,
  nativeOrderStatus,
  nativeSiever,
} from "../compile/native.ts";
import { type ConditionField, toSieverField } from "../fields.ts";
import type { FilterConditions } from "../filter.ts";
import { createDateReplacer } from "../siever-criteria.ts";
import { formatSieverLabel, SieverCode, sieverByCode, sievers } from "../sievers.ts";
import { platformFinancialStatuses } from "../statuses.ts";
import { parseValue } from "../values.ts";
import { formatValues, joinWords, type OmittedCounts, sieverClauses, tagsPhrase } from "./phrases.ts";

/** `paid or partially paid`; empty for any. */
export const financialPhrase = (status: FinancialStatus): string =>
  joinWords(
    (platformFinancialStatuses[status] ?? []).map((known) => lowerFirst(financialWord(known))),
    "or",
  );

const shipped = lowerFirst(fulfillmentWords.fulfilled);
const partial = lowerFirst(fulfillmentWords.partial);
const unshipped = lowerFirst(fulfillmentWords.Pending);

export const fulfillmentPhrases: Readonly<Record<FulfillmentStatus, string>> = {
  [FulfillmentStatus.any]: "",
  [FulfillmentStatus.shipped]: shipped,
  [FulfillmentStatus.partial]: partial,
  [FulfillmentStatus.unshipped]: unshipped,
  [FulfillmentStatus.hasPending]: `${unshipped} or ${partial}`,
};

export const orderPhrases: Readonly<Record<OrderStatus, string>> = {
  [OrderStatus.any]: "",
  [OrderStatus.open]: "open",
  [OrderStatus.closed]: "closed",
  [OrderStatus.cancelled]: "cancelled",
};

const filled = (phrase: string): boolean => phrase !== "";

/** `tagged “vip”`, `that are paid and tagged “vip”`, `that are open, and pending or authorized`. */
const joinPredicates = (are: readonly string[]): string => {
  const [only] = are;
  if (are.length === 1 && only && /^(not )?tagged/.test(only)) return only;
  const isAmbiguous = are.length > 1 && are.some((phrase) => phrase.includes(" or "));
  const list = isAmbiguous ? `${are.slice(0, -1).join(", ")}, and ${are.at(-1)}` : joinWords(are, "and");
  return list === "" ? "" : `that are ${list}`;
};

/**
 * `Orders that are paid and tagged “vip”. From these, only lines with the vendor “Acme”.` Skips unreadable values;
 * their fields show the error.
 * @param moment day for `date(…)`; if absent, words only
 * @param more values of a siever that are only counted (outline.ts)
 */
export const describeFilter = (
  conditions: FilterConditions,
  moment?: FilterMoment,
  more: { readonly [Code in SieverCode]?: OmittedCounts } = {},
): string => {
  const clauses = (level: "order" | "line"): string =>
    joinWords(
      sievers
        .filter((siever) => siever.level === level && siever.code !== SieverCode.OrderTags)
        .flatMap((siever) => sieverClauses(siever, conditions.sievers[siever.code] ?? [], moment, more[siever.code])),
      "and",
    );
  const orderTags = sieverByCode.get(SieverCode.OrderTags);
  const are = [
    orderPhrases[conditions.order_status],
    fulfillmentPhrases[conditions.fulfillment_status],
    financialPhrase(conditions.financial_status),
    orderTags
      ? tagsPhrase(orderTags, conditions.sievers[SieverCode.OrderTags] ?? [], moment, more[SieverCode.OrderTags])
      : "",
  ].filter(filled);
  const orders = [joinPredicates(are), clauses("order")].filter(filled).join(", ");
  const lines = clauses("line");
  if (orders === "") return lines === "" ? "All orders." : `Only lines ${lines}, from all orders.`;
  return `Orders ${orders}.${lines === "" ? "" : ` From these, only lines ${lines}.`}`;
};

/** The search's part does not depend on the day. */
const replaceForAnyDay = createDateReplacer({ now: "2000-01-01T00:00:00Z", zone: "UTC" });

/** A condition on one line, such as `Tags (Order): vip, wholesale`. */
export type ConditionLine = {
  field: ConditionField;
  /** The platform's search supports exactly this condition (R-21). */
  native: boolean;
  line: string;
};

/** Lists conditions in editor order, without sievers that have no readable values. */
export const conditionLines = (conditions: FilterConditions, moment?: FilterMoment): ConditionLine[] => {
  const lines: ConditionLine[] = [];
  const add = (field: ConditionField, { exact }: NativePart, line: string): void => {
    lines.push({ field, native: exact, line });
  };
  const { financial_status: financial, fulfillment_status: fulfillment, order_status: order } = conditions;
  if (financial !== FinancialStatus.any)
    add("financial_status", nativeFinancial(financial), `Financial status: ${upperFirst(financialPhrase(financial))}`);
  if (fulfillment !== FulfillmentStatus.any)
    add(
      "fulfillment_status",
      nativeFulfillment(fulfillment),
      `Fulfillment status: ${upperFirst(fulfillmentPhrases[fulfillment])}`,
    );
  if (order !== OrderStatus.any)
    add("order_status", nativeOrderStatus(order), `Order status: ${upperFirst(orderPhrases[order])}`);
  for (const siever of sievers) {
    const values = conditions.sievers[siever.code] ?? [];
    const readable = values.filter((value) => "value" in parseValue(value, siever));
    if (readable.length === 0) continue;
    add(
      toSieverField(siever.code),
      nativeSiever(siever, readable, replaceForAnyDay),
      `${formatSieverLabel(siever)}: ${formatValues(values, siever, moment)}`,
    );
  }
  return lines;
};

/**
 * Splits conditions for the summary card: those that the platform's search answers exactly, and those checked on each
 * order.
 */
export const groupConditions = (
  conditions: FilterConditions,
  moment?: FilterMoment,
): { native: string[]; postProcessing: string[] } => {
  const lines = conditionLines(conditions, moment);
  const of = (isNative: boolean) => lines.filter(({ native }) => native === isNative).map(({ line }) => line);
  return { native: of(true), postProcessing: of(false) };
};
