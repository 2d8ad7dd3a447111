import { createLocalClock } from "../../dates/local-clock.ts";
import { orderFulfillmentLabel } from "../../orders/fulfillment-status.ts";
import type { LineItem, Order } from "../../orders/order.ts";
import { sentFulfillments } from "../../orders/sent-fulfillments.ts";
import { financialWord, fulfillmentWord, fulfillmentWords } from "../../orders/status-words.ts";
import { lowerFirst } from "../../text/first-letter.ts";
import { joinList } from "../../text/join-list.ts";
import { quoteText } from "../../text/quote-text.ts";
import { noLine } from "../compile/compile-filter.ts";
import type { FilterMoment } from "../compile/compiled.ts";
import { sieverReaders } from "../compile/read-order.ts";
import { type ConditionField, findSieverByField } from "../fields.ts";
import type { FilterConditions } from "../filter.ts";
import { type Siever, SieverCode } from "../sievers.ts";
import { parseValue } from "../values.ts";
import { financialPhrase, fulfillmentPhrases, orderPhrases } from "./describe-filter.ts";
import { joinWithOr, joinWords, listFirst, nouns, sieverClauses, tagsPhrase } from "./phrases.ts";

/** `it isn't paid (pending)`, or `it is refunded` if the filter keeps one of several statuses. */
const missedStatus = (own: string | null, wanted: string): string => {
  if (own === null) return "its status is unknown";
  const has = own === lowerFirst(fulfillmentWords.not_eligible) ? `it has ${own}` : `it is ${own}`;
  return wanted.includes(" or ") ? has : `it isn't ${wanted} (${own})`;
};

const statusMiss = (
  field: keyof Omit<FilterConditions, "sievers">,
  { financial_status, fulfillment_status, order_status }: FilterConditions,
  order: Order,
): string => {
  switch (field) {
    case "financial_status": {
      const [own, wanted] = [order.displayFinancialStatus, financialPhrase(financial_status)];
      const word = own ? lowerFirst(financialWord(own.toLowerCase())) : null;
      return `${missedStatus(word, wanted)}, and the filter keeps ${wanted} orders`;
    }
    case "fulfillment_status": {
      const own = orderFulfillmentLabel(order.displayFulfillmentStatus);
      const wanted = fulfillmentPhrases[fulfillment_status];
      const word = own === null ? null : lowerFirst(fulfillmentWord(own));
      return `${missedStatus(word, wanted)}, and the filter keeps ${wanted} orders`;
    }
    case "order_status": {
      const wanted = orderPhrases[order_status];
      const own = order.cancelledAt ? "cancelled" : order.closedAt ? "closed" : "open";
      return `it is ${own}, and the filter keeps ${wanted} orders`;
    }
  }
};

/** Sievers that read a name and its code, of which the name suffices. */
const namedWithCode: ReadonlySet<SieverCode> = new Set([
  SieverCode.SalesChannel,
  SieverCode.Country,
  SieverCode.Province,
  SieverCode.BillingCountry,
]);

/** `3 Nov 2026`. `day`: 20261103. */
const describeDay = (day: number): string =>
  new Date(Date.UTC(Math.floor(day / 10_000), (Math.floor(day / 100) % 100) - 1, day % 100)).toLocaleDateString(
    "en-GB",
    { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" },
  );

/** The order's values, or those of one line, in words; empty if it has none. */
const readValues = ({ code, allowedValues }: Siever, order: Order, line: LineItem, zone: string): string[] => {
  const reader = sieverReaders[code];
  switch (reader.kind) {
    case "texts": {
      const texts = reader.read(order, line).flatMap((text) => (text?.trim() ? [text] : []));
      const shown = namedWithCode.has(code) ? texts.slice(0, 1) : texts;
      return shown.map((text) => quoteText(allowedValues ? text.replaceAll("_", " ").toLowerCase() : text));
    }
    case "attributes":
      return reader
        .read(order, line)
        .flatMap(({ key, value }) => (value?.trim() ? [quoteText(`${key}: ${value}`)] : []));
    case "number": {
      const number = reader.read(order, line);
      const unit = code === SieverCode.TotalWeight ? " grams" : "";
      return number === null || number === undefined || number === "" ? [] : [`${number}${unit}`];
    }
    case "days":
      return reader.read(order, line, createLocalClock(zone)).map(describeDay);
  }
};

const pluralOf = (noun: string): string => (noun.endsWith("s") ? `${noun}es` : `${noun.replace(/y$/u, "ie")}s`);

const namesOf = (values: readonly string[]): string => (values.length > 6 ? listFirst(values) : joinList(values));

const yesNoWords: { readonly [Code in SieverCode]?: readonly [yes: string, no: string] } = {
  [SieverCode.TestOrder]: ["it is a test order", "it isn't a test order"],
  [SieverCode.AcceptsMarketing]: [
    "its customer accepts marketing e-mails",
    "its customer doesn't accept marketing e-mails",
  ],
};

/** Whose tags a siever reads. */
const tagOwners: { readonly [Code in SieverCode]?: readonly [is: string, has: string] } = {
  [SieverCode.OrderTags]: ["it is", "it has"],
  [SieverCode.CustomerTags]: ["its customer is", "its customer has"],
  [SieverCode.ProductTags]: ["its products are", "its products have"],
};

/** `it was shipped to France`; undefined if the country isn't that of a shipping address. */
const describeShippingCountry = (order: Order): string | undefined => {
  const country = order.shippingAddress?.country || order.shippingAddress?.countryCodeV2;
  if (!country) return undefined;
  return `${sentFulfillments(order).length > 0 ? "it was shipped" : "it ships"} to ${country}`;
};

const describeOwn = (siever: Siever, order: Order, zone: string): string => {
  const { code, level } = siever;
  const shipping = code === SieverCode.Country ? describeShippingCountry(order) : undefined;
  if (shipping !== undefined) return shipping;
  const lines = level === "line" ? (order.lineItems ?? []) : [noLine];
  if (lines.length === 0) return "it has no lines";
  const values = [...new Set(lines.flatMap((line) => readValues(siever, order, line, zone)))];
  const yesNo = yesNoWords[code];
  if (yesNo) return values.includes(quoteText("yes")) ? yesNo[0] : yesNo[1];
  const owner = tagOwners[code];
  if (owner) return values.length === 0 ? `${owner[1]} no tags` : `${owner[0]} tagged ${namesOf(values)}`;
  const noun = nouns[code];
  if (level === "line")
    return values.length === 0
      ? `its lines have no ${noun}`
      : `its lines have the ${values.length === 1 ? noun : pluralOf(noun)} ${namesOf(values)}`;
  if (values.length === 0) return noun.startsWith("customer's") ? "it has no customer" : `it has no ${noun}`;
  return `its ${values.length === 1 ? `${noun} is` : `${pluralOf(noun)} are`} ${namesOf(values)}`;
};

/** `Germany or France`, if the filter names countries and nothing else. */
const listCountries = (siever: Siever, values: readonly string[]): string | undefined => {
  if (siever.code !== SieverCode.Country) return undefined;
  const names = values.flatMap((text) => {
    const parsed = parseValue(text, siever);
    const value = "value" in parsed ? parsed.value : undefined;
    return value?.kind === "is" && value.part === undefined ? [value.operand] : [];
  });
  return names.length > 0 && names.length === values.length ? joinWithOr(names) : undefined;
};

const describeWanted = (siever: Siever, values: readonly string[], moment: FilterMoment): string => {
  const countries = listCountries(siever, values);
  if (countries !== undefined) return countries;
  if (siever.code === SieverCode.OrderTags) {
    const phrase = tagsPhrase(siever, values, moment);
    return `orders ${phrase.startsWith("untagged") ? `that are ${phrase}` : phrase}`;
  }
  const clauses = joinWords(sieverClauses(siever, values, moment), "and");
  return `${siever.level === "line" ? "lines" : "orders"} ${clauses}`;
};

/**
 * Says why a condition drops an order: `it was shipped to France, and the filter keeps Germany`. Goes after `#1042 is
 * left out: `.
 * @throws {UnknownTimezone}
 */
export const describeMiss = (
  field: ConditionField,
  conditions: FilterConditions,
  order: Order,
  moment: FilterMoment,
): string => {
  const siever = findSieverByField(field);
  if (siever === undefined) return statusMiss(field as Parameters<typeof statusMiss>[0], conditions, order);
  const values = conditions.sievers[siever.code] ?? [];
  return `${describeOwn(siever, order, moment.zone)}, and the filter keeps ${describeWanted(siever, values, moment)}`;
};
