import { oneLine } from "../text/one-line.ts";
import { shortened } from "../text/shortened.ts";
import { erasedSaid, isErased } from "./personal.ts";
import { type Siever, SieverCode } from "./sievers.ts";
import { valueWords } from "./value-words.ts";
import { type Comparison, parseValue, type SieverValue, typedFulfillmentWord } from "./values.ts";

const mostNamed = 5;
const longestNamed = 40;

/** `a`, `a or b`, `a, b or c`. */
export const listed = (items: readonly string[], word: "and" | "or"): string =>
  items.length < 2 ? (items[0] ?? "") : `${items.slice(0, -1).join(", ")} ${word} ${items.at(-1)}`;

/** The first few and `… others`, when there are too many to name; a single one more is named. */
const cut = (items: readonly string[], word: "and" | "or", more = 0): string | undefined =>
  items.length + more > mostNamed + 1
    ? `${items.slice(0, mostNamed).join(", ")} ${word} ${items.length + more - mostNamed} others`
    : undefined;

const anyOf = (items: readonly string[]): string => cut(items, "or") ?? listed(items, "or");

/** `a, b, c`; of many the first few: `a, b, c, d, e and 3 others`. `more`: how many there are that are not given. */
export const firstOf = (items: readonly string[], more = 0): string => cut(items, "and", more) ?? items.join(", ");

/** How a comparison is read, on a field of each kind that knows them. */
export const comparisonWords: Readonly<Record<"number" | "day", Readonly<Record<Comparison, string>>>> = {
  number: { "<": "less than", "<=": "at most", ">": "more than", ">=": "at least" },
  day: { "<": "before", "<=": "on or before", ">": "after", ">=": "on or after" },
};

/** Values of a siever by kind, ready to be read out; what cannot be read is left out, its field says why. */
type Spoken = { is: string[]; not: string[]; compared: string[]; present: boolean; absent: boolean };

const speak = (siever: Siever, values: readonly string[]): Spoken => {
  const spoken: Spoken = { is: [], not: [], compared: [], present: false, absent: false };
  const name = (operand: string): string => {
    if (isErased(operand)) return erasedSaid;
    const word = siever.code === SieverCode.LineFulfillmentStatus ? typedFulfillmentWord(operand) : undefined;
    const text = word?.replaceAll("_", " ") ?? shortened(oneLine(operand), longestNamed);
    return siever.kind === "text" || siever.kind === "whitelist" ? `“${text}”` : text;
  };
  const add = (value: SieverValue): void => {
    if (!("operand" in value)) spoken[value.kind] = true;
    else if (value.kind === "is" || value.kind === "not") spoken[value.kind].push(name(value.operand));
    else
      spoken.compared.push(
        `${comparisonWords[siever.kind === "day" ? "day" : "number"][value.kind]} ${name(value.operand)}`,
      );
  };
  for (const text of values) {
    const parsed = parseValue(text, siever);
    if ("value" in parsed) add(parsed.value);
  }
  return spoken;
};

const units: Partial<Record<SieverCode, string>> = { [SieverCode.TotalWeight]: " grams" };

const subjects: Readonly<Record<SieverCode, string>> = {
  [SieverCode.SalesChannel]: "sales channel",
  [SieverCode.OrderTags]: "",
  [SieverCode.Location]: "location",
  [SieverCode.NoteAttributes]: "note attributes",
  [SieverCode.TotalWeight]: "total weight",
  [SieverCode.LineFulfillmentStatus]: "fulfillment status",
  [SieverCode.DiscountCodes]: "discount codes",
  [SieverCode.Properties]: "properties",
  [SieverCode.Quantity]: "quantity",
  [SieverCode.RefundDate]: "refund date",
  [SieverCode.Price]: "price",
  [SieverCode.Vendor]: "vendor",
  [SieverCode.ProductTags]: "product",
  [SieverCode.ProductTypes]: "product type",
  [SieverCode.ProductTitle]: "product title",
  [SieverCode.UniqueId]: "product id",
  [SieverCode.Sku]: "SKU",
  [SieverCode.CustomerTags]: "customer",
  [SieverCode.Country]: "country",
  [SieverCode.City]: "city",
  [SieverCode.Email]: "e-mail address",
};

const tagged: ReadonlySet<SieverCode> = new Set([
  SieverCode.OrderTags,
  SieverCode.ProductTags,
  SieverCode.CustomerTags,
]);
const plural: ReadonlySet<SieverCode> = new Set([
  SieverCode.NoteAttributes,
  SieverCode.DiscountCodes,
  SieverCode.Properties,
]);

const tagPhrase = ({ is, not, present, absent }: Spoken): string => {
  const parts: string[] = [];
  if (is.length > 0) parts.push(`tagged ${anyOf(is)}`);
  if (not.length > 0) parts.push(`${is.length > 0 ? "not" : "not tagged"} ${anyOf(not)}`);
  if (present) parts.push("tagged with anything");
  if (absent) parts.push("without any tag");
  return listed(parts, "and");
};

const valuePhrase = (siever: Siever, { is, not, compared, present, absent }: Spoken): string => {
  const several = plural.has(siever.code);
  const unit = units[siever.code] ?? "";
  const parts: string[] = [];
  const [be, include, exclude] = several ? ["are", "include", "do not include"] : ["is", "is", "is not"];
  if (is.length > 0) parts.push(`${include} ${anyOf(is)}${unit}`);
  if (not.length > 0) parts.push(`${exclude} ${anyOf(not)}${unit}`);
  if (compared.length > 0) parts.push(`${be} ${listed(compared, "and")}${unit}`);
  if (present) parts.push(`${be} not empty`);
  if (absent) parts.push(`${be} empty`);
  return listed(parts, "and");
};

/** `tagged “vip” and not “test”`; empty when no value can be read. */
export const tagsPhrase = (siever: Siever, values: readonly string[]): string => tagPhrase(speak(siever, values));

/** `vendor is “Acme”`, to stand after 'whose'; empty when no value can be read. */
export const sieverPhrase = (siever: Siever, values: readonly string[]): string => {
  const spoken = speak(siever, values);
  const phrase = tagged.has(siever.code) ? tagPhrase(spoken) : valuePhrase(siever, spoken);
  if (phrase === "") return "";
  return `${subjects[siever.code]} ${tagged.has(siever.code) ? "is " : ""}${phrase}`;
};

/** Values as the editor shows them, for a card: `vip, not “test”`, `≥ 5`, `any value`. */
export const valuesListed = (values: readonly string[], siever: Siever): string =>
  firstOf(
    values.map((value) => {
      const { lead, text, erased } = valueWords(value, siever);
      if (text === undefined) return lead ?? "";
      if (erased) return lead === undefined ? erasedSaid : `${lead} ${erasedSaid}`;
      const short = shortened(oneLine(text), longestNamed);
      return lead === undefined ? short : lead === "not" ? `not “${short}”` : `${lead} ${short}`;
    }),
  );
