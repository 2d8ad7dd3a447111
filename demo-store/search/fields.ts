import type { Term } from "./parse.ts";
import type { SearchDetails, SearchRecord } from "./search-record.ts";
import {
  isInRange,
  type NumberRange,
  parseDateRange,
  parseGramsRange,
  parseNumberRange,
  rangeOfComparison,
} from "./values.ts";

export type SearchContext = { zone: string; now: number };

/** How a term is tested: on the search record, on the details, or by a range of times or ids that the index answers. */
export type TermTest =
  | { target: "record"; test: (record: SearchRecord) => boolean }
  | { target: "details"; test: (details: SearchDetails) => boolean }
  | { target: "createdAt"; range: NumberRange }
  | { target: "id"; range: NumberRange };
/** Turns a term into its test; null if the term's value is invalid. */
type Field = (term: Term, context: SearchContext) => TermTest | null;

const testRecord = (test: (record: SearchRecord) => boolean): TermTest => ({ target: "record", test });
const testDetails = (test: (details: SearchDetails) => boolean): TermTest => ({ target: "details", test });

const matches = (term: Term): ((text: string) => boolean) => {
  const wanted = term.value.toLowerCase();
  // `field:*` matches any value.
  if (wanted === "*" && !term.quoted) return (text) => text !== "";
  return term.prefix ? (text) => text.startsWith(wanted) : (text) => text === wanted;
};

const text =
  (select: (details: SearchDetails) => string): Field =>
  (term) => {
    const match = matches(term);
    return testDetails((record) => match(select(record)));
  };
const texts =
  (select: (details: SearchDetails) => readonly string[]): Field =>
  (term) => {
    const match = matches(term);
    return testDetails((record) => select(record).some(match));
  };
const recordTexts =
  (select: (record: SearchRecord) => readonly string[]): Field =>
  (term) => {
    const match = matches(term);
    return testRecord((record) => select(record).some(match));
  };
const number =
  (select: (record: SearchRecord) => number, read: (value: string) => NumberRange | null = parseNumberRange): Field =>
  (term) => {
    const range = read(term.value);
    return range && testRecord((record) => isInRange(term.comparator, range, select(record)));
  };
const oneOf =
  (tests: Readonly<Record<string, (record: SearchRecord) => boolean>>): Field =>
  (term) => {
    const test = Object.hasOwn(tests, term.value.toLowerCase()) ? tests[term.value.toLowerCase()] : undefined;
    return test ? testRecord(test) : null;
  };
const word =
  (select: (details: SearchDetails) => readonly string[], words: string): Field =>
  (term) => {
    const wanted = term.value.toLowerCase();
    return words.split(" ").includes(wanted) ? testDetails((record) => select(record).includes(wanted)) : null;
  };
const moment: Field = (term, { zone, now }) => {
  const range = parseDateRange(term, zone, now);
  return range && { target: "createdAt", range: rangeOfComparison(term.comparator, range) };
};
/** No demo order has a value for this field. */
const neverMatches: Field = () => testRecord(() => false);

const FINANCIAL = "paid pending authorized partially_paid partially_refunded refunded voided expired".split(" ");
const SENT = new Set(["FULFILLED", "PARTIALLY_FULFILLED", "FULFILLMENT_NOT_REQUIRED"]);

const FIELDS: Readonly<Record<string, Field>> = {
  created_at: moment,
  // Demo orders are processed at creation.
  processed_at: moment,
  updated_at: (term, { zone, now }) => {
    const range = parseDateRange(term, zone, now);
    if (!range) return null;
    const { from, to } = rangeOfComparison(term.comparator, range);
    return testRecord(({ updatedAt }) => updatedAt >= from && updatedAt < to);
  },
  id: (term) => {
    const range = parseNumberRange(term.value.split("/").at(-1) ?? "");
    return range && { target: "id", range: rangeOfComparison(term.comparator, { from: range.from, to: range.to + 1 }) };
  },
  financial_status: (term) => {
    const wanted = term.value.toLowerCase();
    return FINANCIAL.includes(wanted) ? testRecord((record) => record.financial === wanted) : null;
  },
  fulfillment_status: oneOf({
    shipped: (record) => record.fulfillment === "FULFILLED",
    fulfilled: (record) => record.fulfillment === "FULFILLED",
    partial: (record) => record.fulfillment === "PARTIALLY_FULFILLED",
    scheduled: (record) => record.fulfillment === "SCHEDULED",
    on_hold: (record) => record.fulfillment === "ON_HOLD",
    unshipped: (record) => !SENT.has(record.fulfillment),
    unfulfilled: (record) => !SENT.has(record.fulfillment) || record.fulfillment === "PARTIALLY_FULFILLED",
    request_declined: () => false,
  }),
  status: oneOf({
    open: (record) => !record.closed && !record.cancelled,
    closed: (record) => record.closed && !record.cancelled,
    cancelled: (record) => record.cancelled,
    not_closed: (record) => !record.closed,
  }),
  return_status: word(
    (record) => [record.returns],
    "return_requested in_progress inspection_complete returned return_failed no_return",
  ),
  risk_level: word((record) => record.risks, "high medium low none pending"),
  delivery_method: word((record) => record.delivery, "shipping pick-up retail local pickup-point none"),
  test: oneOf({ true: (record) => record.test, false: (record) => !record.test }),
  tag: recordTexts((record) => record.tags),
  tag_not: (term) => {
    const match = matches(term);
    return testRecord((record) => !record.tags.some(match));
  },
  name: (term) => {
    const match = matches(term);
    // Matches with or without the shop's prefix.
    return testDetails((record) => match(record.name) || match(record.name.replace(/^[^0-9]+/, "")));
  },
  email: text((record) => record.email),
  sku: texts((record) => record.skus),
  channel: (term) => {
    const handles = term.value.toLowerCase().split(",");
    return testRecord((record) => handles.includes(record.channel));
  },
  sales_channel: (term) => {
    const match = matches(term);
    return testRecord((record) => match(record.channelName) || match(record.channel));
  },
  source_name: recordTexts((record) => [record.source]),
  location_id: recordTexts((record) => [record.retailLocation]),
  fulfillment_location_id: recordTexts((record) => record.fulfillmentLocations),
  reference_location_id: recordTexts((record) => [record.retailLocation, ...record.fulfillmentLocations]),
  customer_id: text((record) => record.customer),
  discount_code: text((record) => record.discountCode),
  gateway: texts((record) => record.gateways),
  confirmation_number: text((record) => record.confirmation),
  po_number: text((record) => record.poNumber),
  credit_card_last4: texts((record) => record.last4),
  payment_id: texts((record) => record.payments),
  current_total_price: number((record) => record.currentTotal),
  subtotal_line_items_quantity: number((record) => record.units),
  total_weight: number((record) => record.grams, parseGramsRange),
  cart_token: neverMatches,
  channel_id: neverMatches,
  chargeback_status: neverMatches,
  checkout_token: neverMatches,
  fraud_protection_level: neverMatches,
  payment_provider_id: neverMatches,
  source_identifier: neverMatches,
};

const metafield: Field = (term) => {
  const key = (term.field ?? "").slice("metafields.".length).toLowerCase();
  const match = matches(term);
  return testDetails((record) =>
    record.metafields.some((one) => one.startsWith(`${key}\n`) && match(one.slice(key.length + 1))),
  );
};

/**
 * Matches one word of free text against the order's name, customer, e-mail address, tags and SKUs; with a trailing `*`,
 * by prefix.
 */
const freeText: Field = (term) => {
  const wanted = term.value.toLowerCase();
  return testDetails((record) =>
    [
      record.name,
      record.name.slice(1),
      record.email,
      ...record.customerName.split(" "),
      ...record.tags,
      ...record.skus,
    ].some((value) => (term.prefix ? value.startsWith(wanted) : value === wanted)),
  );
};

/** Finds a search field; undefined for unknown ones. */
export const fieldNamed = (name: string | null): Field | undefined => {
  if (name === null || name === "default") return freeText;
  if (/^metafields\.[^.]+\.[^.]+$/.test(name)) return metafield;
  return Object.hasOwn(FIELDS, name) ? FIELDS[name] : undefined;
};
