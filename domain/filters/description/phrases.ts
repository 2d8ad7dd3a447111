import { shortenText } from "../../text/shorten-text.ts";
import { toOneLine } from "../../text/to-one-line.ts";
import type { FilterMoment } from "../compile/compiled.ts";
import { erasedDescription, isErased } from "../personal.ts";
import { type Siever, SieverCode } from "../sievers.ts";
import type { Comparison } from "../values.ts";
import { parseAllowedValue, parseValue, type SieverValue } from "../values.ts";
import type { ValuePart } from "../wildcards.ts";
import { comparisonLabels, needsQuotes, partLabels, partsInOrder } from "./operator-labels.ts";
import { describeDates } from "./relative-days.ts";
import { describeValue } from "./value-text.ts";

/** Maximum number of values that a phrase names. A single further one is named too. */
export const maxNamed = 5;
const maxNamedLength = 40;

/** `a`, `a or b`, `a, b or c`. */
export const joinWords = (items: readonly string[], word: "and" | "or"): string =>
  items.length < 2 ? (items[0] ?? "") : `${items.slice(0, -1).join(", ")} ${word} ${items.at(-1)}`;

/** Names the first items and counts the others. Undefined if there is at most one other. */
const shortenList = (items: readonly string[], word: "and" | "or", more = 0): string | undefined =>
  items.length + more > maxNamed + 1
    ? `${items.slice(0, maxNamed).join(", ")} ${word} ${items.length + more - maxNamed} others`
    : undefined;

/** `a, b or c`, or `a, b, c, d, e or 3 others`. */
export const joinWithOr = (items: readonly string[], more = 0): string =>
  shortenList(items, "or", more) ?? joinWords(items, "or");

const andAll = (items: readonly string[], more: number): string =>
  shortenList(items, "and", more) ?? joinWords(items, "and");

/** `a, b, c`, or `a, b, c, d, e and 3 others`. `more`: further items not passed in. */
export const listFirst = (items: readonly string[], more = 0): string =>
  shortenList(items, "and", more) ?? items.join(", ");

/** Values that a phrase names together. */
export type ValueGroup = SieverValue["kind"] | `${"is" | "not"} ${ValuePart}`;

export const getValueGroup = (value: SieverValue): ValueGroup =>
  "part" in value && value.part !== undefined ? `${value.kind} ${value.part}` : value.kind;

/** Number of values only counted, not named; absent for complete groups. */
export type OmittedCounts = { readonly [Group in ValueGroup]?: number };

/** Readable values by kind, as text. */
type PhraseValues = {
  is: string[];
  not: string[];
  like: Record<ValuePart, string[]>;
  unlike: Record<ValuePart, string[]>;
  compared: { sign: Comparison; operand: string }[];
  present: boolean;
  absent: boolean;
};

const groupForPhrase = (siever: Siever, values: readonly string[], moment: FilterMoment | undefined): PhraseValues => {
  const noParts = () => ({ begins: [], ends: [], contains: [] });
  const phraseValues: PhraseValues = {
    is: [],
    not: [],
    like: noParts(),
    unlike: noParts(),
    compared: [],
    present: false,
    absent: false,
  };
  const name = (operand: string): string => {
    if (isErased(operand)) return erasedDescription;
    const word = parseAllowedValue(operand, siever);
    const text = word?.replaceAll("_", " ") ?? shortenText(toOneLine(describeDates(operand, moment)), maxNamedLength);
    return siever.kind === "text" || siever.kind === "whitelist" ? `“${text}”` : text;
  };
  const add = (value: SieverValue): void => {
    if (!("operand" in value)) phraseValues[value.kind] = true;
    else if (value.kind === "is" || value.kind === "not") {
      const list =
        value.part === undefined
          ? phraseValues[value.kind]
          : phraseValues[value.kind === "is" ? "like" : "unlike"][value.part];
      list.push(name(value.operand));
    } else phraseValues.compared.push({ sign: value.kind, operand: name(value.operand) });
  };
  for (const text of values) {
    const parsed = parseValue(text, siever);
    if ("value" in parsed) add(parsed.value);
  }
  return phraseValues;
};

const units: Partial<Record<SieverCode, string>> = { [SieverCode.TotalWeight]: " grams" };

/** Noun for one value of a siever; for a tag, its owner's. */
export const nouns: Readonly<Record<SieverCode, string>> = {
  [SieverCode.SalesChannel]: "sales channel",
  [SieverCode.OrderTags]: "order",
  [SieverCode.Location]: "location",
  [SieverCode.NoteAttributes]: "note attribute",
  [SieverCode.TotalWeight]: "total weight",
  [SieverCode.OrderNumber]: "number",
  [SieverCode.OrderTotal]: "total",
  [SieverCode.Subtotal]: "subtotal",
  [SieverCode.DiscountAmount]: "discount",
  [SieverCode.ShippingCharged]: "shipping charge",
  [SieverCode.Currency]: "currency",
  [SieverCode.PaymentGateway]: "payment gateway",
  [SieverCode.ShippingMethod]: "shipping method",
  [SieverCode.Source]: "source",
  [SieverCode.Note]: "note",
  [SieverCode.TestOrder]: "test mark",
  [SieverCode.CancelReason]: "cancel reason",
  [SieverCode.FulfillmentDate]: "fulfillment date",
  [SieverCode.TrackingNumber]: "tracking number",
  [SieverCode.LineFulfillmentStatus]: "fulfillment status",
  [SieverCode.DiscountCodes]: "discount code",
  [SieverCode.Properties]: "property",
  [SieverCode.Quantity]: "quantity",
  [SieverCode.RefundDate]: "refund date",
  [SieverCode.Price]: "price",
  [SieverCode.Vendor]: "vendor",
  [SieverCode.ProductTags]: "product",
  [SieverCode.ProductTypes]: "product type",
  [SieverCode.ProductTitle]: "product title",
  [SieverCode.UniqueId]: "product ID",
  [SieverCode.Sku]: "SKU",
  [SieverCode.CustomerTags]: "customer",
  [SieverCode.Country]: "country",
  [SieverCode.City]: "city",
  [SieverCode.Email]: "email address",
  [SieverCode.CustomerOrders]: "customer's number of orders",
  [SieverCode.CustomerTotalSpent]: "customer's total spent",
  [SieverCode.Province]: "province",
  [SieverCode.ZipCode]: "ZIP code",
  [SieverCode.AcceptsMarketing]: "consent to marketing",
  [SieverCode.Company]: "company",
  [SieverCode.BillingCountry]: "billing country",
};

const withArticle = (noun: string): string => `${/^([aeio]|SKU)/.test(noun) ? "an" : "a"} ${noun}`;

const taggedOwners: ReadonlySet<SieverCode> = new Set([SieverCode.ProductTags, SieverCode.CustomerTags]);
/** Sievers of which an order or line may have several values. */
const sieversWithSeveralValues: ReadonlySet<SieverCode> = new Set([
  SieverCode.PaymentGateway,
  SieverCode.ShippingMethod,
  SieverCode.TrackingNumber,
  SieverCode.NoteAttributes,
  SieverCode.DiscountCodes,
  SieverCode.Properties,
]);

const yesNoClauses: { readonly [Code in SieverCode]?: readonly [yes: string, no: string] } = {
  [SieverCode.TestOrder]: ["marked as test", "not marked as test"],
  [SieverCode.AcceptsMarketing]: [
    "with a customer who accepts marketing e-mails",
    "without a customer who accepts marketing e-mails",
  ],
};

/** Describes a condition that is answered with yes or no. Undefined if both answers pass, or neither. */
const yesNoClause = (siever: Siever, values: readonly string[]): string | undefined => {
  const [yes, no] = yesNoClauses[siever.code] ?? [];
  const passes = (answer: string): boolean => {
    const parsedValues = values.flatMap((text) => {
      const parsed = parseValue(text, siever);
      return "value" in parsed ? [parsed.value] : [];
    });
    const named = (kind: "is" | "not") =>
      parsedValues.flatMap((value) => (value.kind === kind ? [parseAllowedValue(value.operand, siever)] : []));
    const wanted = named("is");
    return (
      (wanted.length === 0 || wanted.includes(answer)) &&
      !named("not").includes(answer) &&
      !parsedValues.some(({ kind }) => kind === "absent")
    );
  };
  const [accepted, refused] = [passes("yes"), passes("no")];
  if (values.length === 0 || accepted === refused) return undefined;
  return accepted ? yes : no;
};

type Named = { parts: PhraseValues["like"]; of: "is" | "not"; more: OmittedCounts };

/** `begins with “a” or “b”`, for each named part. */
const partPhrases = (kind: "is" | "not", { parts, of, more }: Named): string[] =>
  partsInOrder.flatMap((part) =>
    parts[part].length > 0 ? [`${partLabels[kind][part]} ${joinWithOr(parts[part], more[`${of} ${part}`])}`] : [],
  );

/** `“vip” or with anything that begins with “gold” or contains “trade”`. */
const describeTaggedWith = (whole: readonly string[], named: Named): string => {
  const anything = joinWords(partPhrases("is", named), "or");
  return joinWords(
    [
      ...(whole.length > 0 ? [joinWithOr(whole, named.more[named.of])] : []),
      ...(anything ? [`with anything that ${anything}`] : []),
    ],
    "or",
  );
};

const tagPhrase = ({ is, not, like, unlike, present, absent }: PhraseValues, more: OmittedCounts): string => {
  const parts: string[] = [];
  const [tagged, untagged] = [
    describeTaggedWith(is, { parts: like, of: "is", more }),
    describeTaggedWith(not, { parts: unlike, of: "not", more }),
  ];
  if (tagged !== "") parts.push(`tagged ${tagged}`);
  if (untagged !== "") parts.push(`${tagged === "" ? "not tagged" : "not"} ${untagged}`);
  if (present) parts.push("tagged with anything");
  if (absent) parts.push("untagged");
  return joinWords(parts, "and");
};

const comparedPhrase = (
  kind: Siever["kind"],
  compared: PhraseValues["compared"],
  { unit, more }: { unit: string; more: OmittedCounts },
): string => {
  const remainingCount = (["<", "<=", ">", ">="] as const).reduce((sum, sign) => sum + (more[sign] ?? 0), 0);
  return andAll(
    compared.map(({ sign, operand }) => {
      if (kind === "day") return `${comparisonLabels.day[sign]} ${operand}`;
      const amount = `${operand}${unit}`;
      return {
        "<": `less than ${amount}`,
        "<=": `${amount} or less`,
        ">": `more than ${amount}`,
        ">=": `${amount} or more`,
      }[sign];
    }),
    remainingCount,
  );
};

/** `tagged “vip” and not “test”`; empty if no value can be read. */
export const tagsPhrase = (
  siever: Siever,
  values: readonly string[],
  moment?: FilterMoment,
  more: OmittedCounts = {},
): string => tagPhrase(groupForPhrase(siever, values, moment), more);

/**
 * `with the vendor “Acme”`, `with a quantity of 2 or more`, `whose country is not “Greece”`: clauses after an order or
 * a line. None if no value can be read.
 */
export const sieverClauses = (
  siever: Siever,
  values: readonly string[],
  moment?: FilterMoment,
  more: OmittedCounts = {},
): string[] => {
  const phraseValues = groupForPhrase(siever, values, moment);
  const { is, not, like, unlike, compared, present, absent } = phraseValues;
  const [noun, unit] = [nouns[siever.code], units[siever.code] ?? ""];
  const one = withArticle(noun);
  if (taggedOwners.has(siever.code)) {
    const phrase = tagPhrase(phraseValues, more);
    return phrase === ""
      ? []
      : [`with ${one} ${siever.code === SieverCode.CustomerTags ? "who is" : "that is"} ${phrase}`];
  }
  const yesOrNo = yesNoClause(siever, values);
  if (yesOrNo !== undefined) return [yesOrNo];
  const isText = siever.kind === "text" || siever.kind === "whitelist";
  /** “An erased value” isn't a name. */
  const named = is.includes(erasedDescription) ? `whose ${noun} is` : `with the ${noun}`;
  const clauses: string[] = [];
  const likes = joinWords(partPhrases("is", { parts: like, of: "is", more }), "or");
  if (is.length > 0)
    clauses.push(
      isText
        ? `${named} ${joinWithOr(is, more.is)}${likes && ` or one that ${likes}`}`
        : `with ${one} of ${joinWithOr(is, more.is)}${unit}`,
    );
  else if (likes !== "") clauses.push(`with ${one} that ${likes}`);
  if (compared.length > 0)
    clauses.push(
      `with ${one} ${siever.kind === "day" ? "" : "of "}${comparedPhrase(siever.kind, compared, { unit, more })}`,
    );
  if (not.length > 0)
    clauses.push(
      sieversWithSeveralValues.has(siever.code)
        ? `without the ${noun} ${joinWithOr(not, more.not)}`
        : `whose ${noun} is not ${joinWithOr(not, more.not)}${unit}`,
    );
  if (sieversWithSeveralValues.has(siever.code)) {
    const parts = joinWords(partPhrases("is", { parts: unlike, of: "not", more }), "or");
    if (parts !== "") clauses.push(`without ${one} that ${parts}`);
  } else
    for (const parts of partPhrases("not", { parts: unlike, of: "not", more })) clauses.push(`whose ${noun} ${parts}`);
  if (present) clauses.push(`with ${one}`);
  if (absent) clauses.push(`without ${one}`);
  return clauses;
};

/** Formats values for a card: `vip, not “test”`, `≥ 5`, `any value`. */
export const formatValues = (values: readonly string[], siever: Siever, moment?: FilterMoment): string =>
  listFirst(
    values.map((value) => {
      const { lead, text, erased } = describeValue(value, siever, moment);
      if (text === undefined) return lead ?? "";
      if (erased) return lead === undefined ? erasedDescription : `${lead} ${erasedDescription}`;
      const short = shortenText(toOneLine(text), maxNamedLength);
      return lead === undefined ? short : needsQuotes(lead) ? `${lead} “${short}”` : `${lead} ${short}`;
    }),
  );
