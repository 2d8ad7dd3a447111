import { type FinancialStatus, FulfillmentStatus, OrderStatus } from "../../enumerations.ts";
import { foldForSearch } from "../../text/fold.ts";
import { toSieverField } from "../fields.ts";
import type { FilterConditions } from "../filter.ts";
import { createDateReplacer, parseCriteria } from "../siever-criteria.ts";
import { type Siever, SieverCode, sievers } from "../sievers.ts";
import { platformFinancialStatuses } from "../statuses.ts";
import type { CompiledCondition, FilterMoment, NativeConditions } from "./compiled.ts";

export type NativePart = {
  /** A search term; empty for none. */
  query: string;
  /** True if the term means exactly this condition. */
  exact: boolean;
};

/** Quotes as the search expects (P-4.2). */
const quoted = (text: string): string => `'${text.replaceAll(/[\\']/g, (character) => `\\${character}`)}'`;

const anyOf = (terms: readonly string[]): string => (terms.length > 1 ? `(${terms.join(" OR ")})` : (terms[0] ?? ""));

export const nativeFinancial = (status: FinancialStatus): NativePart => ({
  query: anyOf((platformFinancialStatuses[status] ?? []).map((word) => `financial_status:${word}`)),
  exact: true,
});

/**
 * No search term surely finds every Pending order: the documentation doesn't say if `unshipped` includes orders on
 * hold, in progress or restocked. The search excludes only surely unwanted orders; those that need no fulfillment are
 * dropped later.
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

/** The search may count canceled orders as open or closed (R-22). */
const orderParts: Readonly<Record<OrderStatus, string>> = {
  [OrderStatus.any]: "",
  [OrderStatus.open]: "status:open -status:cancelled",
  [OrderStatus.closed]: "status:closed -status:cancelled",
  [OrderStatus.cancelled]: "status:cancelled",
};

export const nativeOrderStatus = (status: OrderStatus): NativePart => ({ query: orderParts[status], exact: true });

/** A word that no search splits, and whose case all fold alike. */
const plainWord = /^[a-z0-9]+$/;
/**
 * A text with which a search that splits words finds more, never less. Without letters or digits it might find nothing.
 */
const searchableText = /^(?=.*[a-z0-9])[\x20-\x7e]+$/;

/**
 * A beginning that can be searched for: only letters or only digits, because a search may split words between them. It
 * also finds tags in which another word begins so.
 */
const searchablePrefix = /^(?:[a-z]+|[0-9]+)$/;

/** Longest term per siever, in characters. The platform documents no limit. */
const maxTermLength = 2_000;

/**
 * Search term for tags (R-21). Sends only plain values and beginnings: the search supports a star only at the end
 * (P-4.2), has no terms for `*` and `!*`, and might exclude too much for `!`. Beyond ASCII, its case folding may
 * differ. Values are alternatives, so one that cannot be sent excludes all.
 */
const nativeTags = (siever: Siever, values: readonly string[], replace: (text: string) => string): NativePart => {
  const { is, not, like, unlike, present, absent } = parseCriteria(siever, values, replace);
  const tags = [...new Set(is.map(foldForSearch))];
  const beginnings = [...new Set(like.map(({ text }) => foldForSearch(text)))];
  const isAskable =
    tags.every((text) => searchableText.test(text)) &&
    like.every(({ part }) => part === "begins") &&
    beginnings.every((text) => searchablePrefix.test(text));
  const terms = [...tags.map((text) => `tag:${quoted(text)}`), ...beginnings.map((text) => `tag:${text}*`)];
  const query = isAskable ? anyOf(terms) : "";
  if (query === "" || query.length > maxTermLength) return { query: "", exact: false };
  const plain = not.length + like.length + unlike.length === 0 && !present && !absent;
  return { query, exact: plain && tags.every((text) => plainWord.test(text)) };
};

/**
 * Search term for a siever. Only tags are sent:
 * - Sales Channel reads the display name or the handle (R-20). The search's `channel` knows only the handle, and
 *   `sales_channel` is undocumented: an unknown name would empty the report.
 * - Location reads names; the search takes ids. Its `location_id` and `reference_location_id` count other locations
 *   (refunds, the primary location), and no field counts those assigned to a line.
 * - `email`, `discount_code`, `sku` and `total_weight` read something else: not the customer's address, only the first
 *   code, the variant's current SKU, rounded units.
 * - The search has no field for the others.
 */
export const nativeSiever = (
  siever: Siever,
  values: readonly string[],
  replace: (text: string) => string,
): NativePart =>
  siever.code === SieverCode.OrderTags ? nativeTags(siever, values, replace) : { query: "", exact: false };

/** Search terms in the order of `CompiledFilter.conditions`; none for a status of 'any'. */
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
      return values.length === 0
        ? []
        : [{ field: toSieverField(siever.code), ...nativeSiever(siever, values, replace) }];
    }),
  ];
};

/** Joins queries that must all hold. */
export const joinedQuery = (queries: readonly string[]): string => queries.filter((query) => query !== "").join(" ");

/**
 * Builds the search. Never narrower than the filter (R-21). Every condition is checked again on the order.
 * @throws {UnreadableValue}
 */
export const nativeConditions = (conditions: FilterConditions, moment: FilterMoment): NativeConditions => {
  const parts = nativeParts(conditions, moment);
  return { query: joinedQuery(parts.map(({ query }) => query)), exact: parts.every(({ exact }) => exact) };
};
