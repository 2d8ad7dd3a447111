import { divideDecimals } from "../text/decimal.ts";

/** The texts around an amount, and its separators. */
export type MoneyFormat = {
  before: string;
  after: string;
  /** Between thousands. */
  group: string;
  /** Between units and fraction. */
  point: string;
  /** False if amounts have whole units only. */
  fraction: boolean;
};

/** The store platform's placeholders for an amount. */
const placeholders: ReadonlyMap<string, Pick<MoneyFormat, "group" | "point" | "fraction">> = new Map([
  ["amount", { group: ",", point: ".", fraction: true }],
  ["amount_no_decimals", { group: ",", point: ".", fraction: false }],
  ["amount_with_comma_separator", { group: ".", point: ",", fraction: true }],
  ["amount_no_decimals_with_comma_separator", { group: ".", point: ",", fraction: false }],
  ["amount_with_apostrophe_separator", { group: "'", point: ".", fraction: true }],
  ["amount_no_decimals_with_space_separator", { group: " ", point: ",", fraction: false }],
  ["amount_with_space_separator", { group: " ", point: ",", fraction: true }],
  ["amount_with_period_and_space_separator", { group: " ", point: ".", fraction: true }],
]);

const placeholder = /\{\{\s*(\w+)\s*\}\}/;

const entities: Readonly<Record<string, string>> = {
  amp: "&",
  apos: "'",
  cent: "¢",
  euro: "€",
  gt: ">",
  lt: "<",
  nbsp: "\u00a0",
  pound: "£",
  quot: '"',
  yen: "¥",
};

const characterOf = (whole: string, name: string): string => {
  if (!name.startsWith("#")) return entities[name.toLowerCase()] ?? whole;
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code > 31 && code <= 0x10_ffff ? String.fromCodePoint(code) : whole;
};

/** A money format is HTML of a storefront. */
const htmlToText = (html: string): string =>
  html
    .replaceAll(/<[^<>]*>/g, "")
    .replaceAll(/&(#x[0-9a-f]{1,6}|#\d{1,7}|\w{2,6});/gi, characterOf)
    .replaceAll(/[\s\u00a0]+/g, (blank) => (blank.includes("\u00a0") ? "\u00a0" : " "));

/** Returns null without a known placeholder, such as `${{amount}}`. */
export const parseMoneyFormat = (moneyFormat: string): MoneyFormat | null => {
  const found = placeholder.exec(moneyFormat);
  const style = found === null ? undefined : placeholders.get(found[1] ?? "");
  if (found === null || style === undefined) return null;
  return {
    before: htmlToText(moneyFormat.slice(0, found.index)).trimStart(),
    after: htmlToText(moneyFormat.slice(found.index + found[0].length)).trimEnd(),
    ...style,
  };
};

/**
 * Rounds half away from zero to `decimals`. The sign comes first, as in the shop's admin pages and in Excel.
 * @throws {NotADecimal}
 */
export const moneyText = (decimal: string, format: MoneyFormat, decimals: number): string => {
  const places = format.fraction ? decimals : 0;
  const rounded = divideDecimals(decimal, "1", places);
  const [whole = "", fraction = ""] = rounded.replace("-", "").split(".");
  const grouped = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, format.group);
  const amount = places === 0 ? grouped : `${grouped}${format.point}${fraction.padEnd(places, "0")}`;
  return `${rounded.startsWith("-") ? "-" : ""}${format.before}${amount}${format.after}`;
};
