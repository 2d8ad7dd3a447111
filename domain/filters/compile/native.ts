import { type FinancialStatus, FulfillmentStatus, OrderStatus } from "../../enumerations.ts";
import { foldForSearch } from "../../text/fold.ts";
import { sieverField } from "../fields.ts";
import type { FilterConditions } from "../filter.ts";
import { type Siever, SieverCode, sievers } from "../sievers.ts";
import { financialWords } from "../statuses.ts";
import { createDateReplacer, readWishes } from "../wishes.ts";
import type { CompiledCondition, FilterMoment, NativeConditions } from "./compiled.ts";

/** What of one condition the search is asked, empty for nothing; `exact` when it answers just that condition. */
export type NativePart = { query: string; exact: boolean };

/** A text in the search's single quotes (P-4.2). */
const quoted = (text: string): string => `'${text.replaceAll(/[\\']/g, (character) => `\\${character}`)}'`;

const anyOf = (terms: readonly string[]): string => (terms.length > 1 ? `(${terms.join(" OR ")})` : (terms[0] ?? ""));

export const nativeFinancial = (status: FinancialStatus): NativePart => ({
  query: anyOf((financialWords[status] ?? []).map((word) => `financial_status:${word}`)),
  exact: true,
});

/**
 * What shows as Pending has no word of the search that surely finds all of it: whether `unshipped` finds orders on hold, in progress
 * or restocked is nowhere said. So the search only leaves out what is surely not wanted, and what needs no fulfillment is sorted out
 * on the order.
 */
const fulfillmentParts: Readonly<Record<FulfillmentStatus, NativePart>> = {
  [FulfillmentStatus.any]: { query: "", exact: true },
  [FulfillmentStatus.shipped]: { query: "fulfillment_status:fulfilled", exact: true },
  [FulfillmentStatus.partial]: { query: "fulfillment_status:partial", exact: true },
  [FulfillmentStatus.unshipped]: {
    query: "-fulfillment_status:fulfilled -fulfillment_status:partial",
    exact: false,
  },
  [FulfillmentStatus.hasPending]: { query: "-fulfillment_status:fulfilled", exact: false },
};

export const nativeFulfillment = (status: FulfillmentStatus): NativePart => fulfillmentParts[status];

/** Without those cancelled, whether or not the search counts a cancelled order as open or closed, too (R-22). */
const orderParts: Readonly<Record<OrderStatus, string>> = {
  [OrderStatus.any]: "",
  [OrderStatus.open]: "status:open -status:cancelled",
  [OrderStatus.closed]: "status:closed -status:cancelled",
  [OrderStatus.cancelled]: "status:cancelled",
};

export const nativeOrderStatus = (status: OrderStatus): NativePart => ({ query: orderParts[status], exact: true });

/** Letters and digits of ASCII: no search splits such a word or knows other capitals for it. */
const plainWord = /^[a-z0-9]+$/;
/** What can be asked for: a search that splits words then finds more, never less. A value without a letter might find nothing. */
const askable = /^(?=.*[a-z0-9])[\x20-\x7e]+$/;

/**
 * What a tag may be searched by that begins with it: letters alone, or digits alone, as a search may split a word where the one meets the
 * other. It finds as much, and tags besides of which another word begins so.
 */
const askableBeginning = /^(?:[a-z]+|[0-9]+)$/;

/** Longest part of a search for one siever; how long a search may be is nowhere said. */
const longestPart = 2_000;

/**
 * Tags (R-21). Only plain values and beginnings are asked for: the search knows no star but at the end (P-4.2). A `!` that it reads more
 * widely than we do would take away orders that belong in the report, and for `*` and `!*` it has no words. Beyond ASCII its capitals and
 * ours may differ, and as values are alternatives, one that cannot be asked for leaves all of them out.
 */
const nativeTags = (siever: Siever, values: readonly string[], replace: (text: string) => string): NativePart => {
  const { is, not, like, unlike, present, absent } = readWishes(siever, values, replace);
  const wanted = [...new Set(is.map(foldForSearch))];
  const beginnings = [...new Set(like.map(({ text }) => foldForSearch(text)))];
  const isAskable =
    wanted.every((text) => askable.test(text)) &&
    like.every(({ part }) => part === "begins") &&
    beginnings.every((text) => askableBeginning.test(text));
  const terms = [...wanted.map((text) => `tag:${quoted(text)}`), ...beginnings.map((text) => `tag:${text}*`)];
  const query = isAskable ? anyOf(terms) : "";
  if (query === "" || query.length > longestPart) return { query: "", exact: false };
  const plain = not.length + like.length + unlike.length === 0 && !present && !absent;
  return { query, exact: plain && wanted.every((text) => plainWord.test(text)) };
};

/**
 * What of a siever the search is asked. Besides tags nothing is sent:
 * - Sales Channel reads the display name or the handle (R-20). The search's `channel` knows the handle alone, and what
 *   `sales_channel` compares is nowhere said: a name that it does not understand would empty the report.
 * - Location reads names; the search takes ids, and its `location_id` and `reference_location_id` count other places than ours
 *   (refunds, the primary location) while none counts those that a line is assigned to.
 * - `email`, `discount_code`, `sku` and `total_weight` read something else than the sievers do: not the customer's address, the first
 *   code alone, the variant's SKU of today, rounded units.
 * - For the others it has no field.
 */
export const nativeSiever = (
  siever: Siever,
  values: readonly string[],
  replace: (text: string) => string,
): NativePart =>
  siever.code === SieverCode.OrderTags ? nativeTags(siever, values, replace) : { query: "", exact: false };

/** What the search is asked of each condition, in the order of `CompiledFilter.conditions`; of a status that is 'any', nothing. */
export const nativeParts = (
  conditions: FilterConditions,
  moment: FilterMoment,
): (NativePart & Pick<CompiledCondition, "field">)[] => {
  const replace = createDateReplacer(moment);
  return [
    { field: "financial_status", ...nativeFinancial(conditions.financial_status) },
    { field: "fulfillment_status", ...nativeFulfillment(conditions.fulfillment_status) },
    { field: "order_status", ...nativeOrderStatus(conditions.order_status) },
    ...sievers.flatMap((siever) => {
      const values = conditions.sievers[siever.code] ?? [];
      return values.length === 0 ? [] : [{ field: sieverField(siever.code), ...nativeSiever(siever, values, replace) }];
    }),
  ];
};

/** Terms of a search that all must hold, joined. */
export const joinedQuery = (queries: readonly string[]): string => queries.filter((query) => query !== "").join(" ");

/**
 * The part of a filter that the platform's search answers (R-21): never narrower than the filter, as every condition is
 * checked again on the order.
 * @throws {UnreadableValue}
 */
export const nativeConditions = (conditions: FilterConditions, moment: FilterMoment): NativeConditions => {
  const parts = nativeParts(conditions, moment);
  return { query: joinedQuery(parts.map(({ query }) => query)), exact: parts.every(({ exact }) => exact) };
};
