import { decimal } from "./decimal.ts";
import { dateShown, daysFrom } from "./local-time.ts";

/**
 * implemented a second time, slowly: tells if the values typed into one field accept the values of
 * an order or a line.
 */

/** The values of a field; an empty list if it has none. */
export type Standing =
  | { kind: "texts"; texts: string[] }
  /** Order tags: the platform searches them, so that one beyond ASCII never equals one of ASCII alone. */
  | { kind: "tags"; texts: string[] }
  /** Note attributes and properties. */
  | { kind: "pairs"; pairs: { name: string; value: string }[] }
  | { kind: "number"; number: string | null }
  /** Local days, `YYYY-MM-DD`. */
  | { kind: "days"; days: string[] };

export type Moment = { now: string; zone: string };

/** Letters that Unicode does not take apart, as someone without them on the keyboard types them. */
const typedAs: Readonly<Record<string, string>> = {
  ı: "i",
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ħ: "h",
  ŧ: "t",
  ŋ: "n",
  ς: "σ",
};

/** A letter without its diacritics, when it is one that is also read without them. */
const unmarked = (letter: string): string => {
  const [base = "", ...rest] = letter.normalize("NFD");
  const readWithout = /[\p{Script=Latin}\p{Script=Greek}]/u.test(base) || letter === "ё";
  return readWithout ? (typedAs[base] ?? base) + rest.join("").replaceAll(/\p{Mn}/gu, "") : letter;
};

const known = new Map<string, string>();
/**
 * Case, the diacritics of Latin and Greek letters, their width and the kind of a line break tell nothing (R-17, ADR
 * 19).
 */
const bare = (text: string): string => {
  const before = known.get(text);
  if (before !== undefined) return before;
  const lines = text.split(/\r\n|\r|\n/).join("\n");
  const narrow = Array.from(lines, (letter) => (/[\uff00-\uffef]/.test(letter) ? letter.normalize("NFKC") : letter));
  const letters = narrow
    .join("")
    .toLocaleUpperCase("en")
    .toLocaleLowerCase("en")
    .normalize("NFC")
    .match(/\P{M}\p{M}*/gsu);
  const made = (letters ?? []).map(unmarked).join("").trim();
  known.set(text, made);
  return made;
};
const same = (one: string, other: string): boolean => bare(one) === bare(other);
const isAscii = (text: string): boolean => /^[ -~]*$/.test(text.trim());

const monthNames = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** `date(YYYY/MM; -3)` as today's date three days ago, in the shop's zone; other text in the format stays. */
export const withDates = (text: string, { now, zone }: Moment): string =>
  text.replaceAll(/date\(([^;()]*);\s*([+-]?\d+)\s*\)/gi, (_whole, format: string, days: string) => {
    const [year = "", month = "", day = ""] = daysFrom(dateShown(Date.parse(now), zone), Number(days)).split("-");
    return format.trim().replaceAll(/YYYY|YY|MMM|MM|M|DD|D/g, (token) => {
      if (token === "YYYY") return year;
      if (token === "YY") return year.slice(2);
      if (token === "MMM") return monthNames[Number(month) - 1] ?? "";
      if (token === "MM") return month;
      if (token === "M") return String(Number(month));
      return token === "DD" ? day : String(Number(day));
    });
  });

/** Which sides of a typed value are open. */
type Stars = { before: boolean; after: boolean };
type Wanted =
  | { asks: "anything" }
  | { asks: "nothing" }
  | { asks: "equal"; value: string; stars: Stars }
  | { asks: "unequal"; value: string; stars: Stars }
  | { asks: "compare"; operator: string; value: string };

/** Letter by letter: a backslash takes a star or a backslash after it as it is, a star first or last opens that side. */
const starred = (typed: string): { value: string; stars: Stars } => {
  const stars = { before: false, after: false };
  let value = "";
  for (let place = 0; place < typed.length; place++) {
    const letter = typed.charAt(place);
    const next = typed.charAt(place + 1);
    if (letter === "\\" && (next === "*" || next === "\\")) {
      value += next;
      place++;
    } else if (letter === "*" && place === 0) stars.before = true;
    else if (letter === "*" && place === typed.length - 1) stars.after = true;
    else value += letter;
  }
  return { value: value.trim(), stars };
};

const wantedOf = (typed: string, comparable: boolean): Wanted => {
  const text = typed.trim();
  if (text === "*") return { asks: "anything" };
  if (/^!\s*\*$/.test(text)) return { asks: "nothing" };
  if (text.startsWith("!")) return { asks: "unequal", ...starred(text.slice(1).trim()) };
  const [, operator, value] = /^(<=|>=|<|>)(.*)$/s.exec(text) ?? [];
  if (comparable && operator !== undefined && value !== undefined)
    return { asks: "compare", operator, value: value.trim() };
  return { asks: "equal", ...starred(text) };
};

const holds = (operator: string, sign: number): boolean =>
  ({ "<": sign < 0, "<=": sign <= 0, ">": sign > 0, ">=": sign >= 0 })[operator] ?? false;

const signOf = (one: bigint, other: bigint): number => (one < other ? -1 : one > other ? 1 : 0);
const dayOf = (text: string): bigint => BigInt(text.replaceAll(/[-/]/g, ""));

const isEmpty = (standing: Standing): boolean => {
  switch (standing.kind) {
    case "texts":
    case "tags":
      return standing.texts.every((text) => text.trim() === "");
    case "pairs":
      return standing.pairs.every(({ value }) => value.trim() === "");
    case "number":
      return standing.number === null;
    case "days":
      return standing.days.length === 0;
  }
};

/** Cuts the open sides away around the value. Returns the rest of the text, also if its letters have another form. */
const partly = (text: string, value: string, { before, after }: Stars): boolean => {
  for (let from = 0; from + value.length <= text.length; from++)
    if (text.slice(from, from + value.length) === value)
      if ((before || from === 0) && (after || from + value.length === text.length)) return true;
  return false;
};

/** Beyond ASCII every letter is another than those of ASCII, in order tags. */
const apart = (text: string): string =>
  (text.normalize("NFC").match(/\P{M}\p{M}*/gsu) ?? [])
    .map((letter) => (isAscii(letter) ? bare(letter) || letter : `\u0001${bare(letter)}`))
    .join("");

/** Returns whether the value is a part of the field's value. */
const isPartlyThere = (standing: Standing, value: string, stars: Stars): boolean => {
  switch (standing.kind) {
    case "texts":
      return standing.texts.some((text) => text.trim() !== "" && partly(bare(text), bare(value), stars));
    case "tags":
      return standing.texts.some((text) =>
        isAscii(value)
          ? partly(apart(text.trim()), apart(value), stars)
          : !isAscii(text) && partly(bare(text), bare(value), stars),
      );
    case "pairs":
      return standing.pairs.some((pair) => {
        if (pair.value.trim() !== "" && partly(bare(pair.value), bare(value), stars)) return true;
        for (let place = value.indexOf(":"); place >= 0; place = value.indexOf(":", place + 1)) {
          const name = partly(bare(pair.name), bare(value.slice(0, place)), { before: stars.before, after: false });
          if (name && partly(bare(pair.value), bare(value.slice(place + 1)), { before: false, after: stars.after }))
            return true;
        }
        return false;
      });
    default:
      throw new Error("Numbers and days have no parts.");
  }
};

/** Returns whether the field has the value; with several values, one of them. */
const isThere = (standing: Standing, value: string, stars: Stars): boolean => {
  if (stars.before || stars.after) return isPartlyThere(standing, value, stars);
  switch (standing.kind) {
    case "texts":
      return standing.texts.some((text) => text.trim() !== "" && same(text, value));
    case "tags":
      return standing.texts.some((text) => same(text, value) && isAscii(text) === isAscii(value));
    case "pairs":
      return standing.pairs.some((pair) => {
        if (pair.value.trim() !== "" && same(pair.value, value)) return true;
        // A name may hold a colon itself: each colon may be the one.
        for (let place = value.indexOf(":"); place >= 0; place = value.indexOf(":", place + 1))
          if (same(pair.name, value.slice(0, place)) && same(pair.value, value.slice(place + 1))) return true;
        return false;
      });
    case "number":
      return standing.number !== null && decimal(standing.number) === decimal(value);
    case "days":
      return standing.days.some((day) => dayOf(day) === dayOf(value));
  }
};

/** All bounds of several days must hold, because a merchant who gives two means the days between them. */
const compares = (standing: Standing, bounds: { operator: string; value: string }[]): boolean => {
  if (standing.kind === "number") {
    const { number } = standing;
    if (number === null) return false;
    return bounds.every(({ operator, value }) => holds(operator, signOf(decimal(number), decimal(value))));
  }
  if (standing.kind !== "days") throw new Error("Texts have no order.");
  return standing.days.some((day) =>
    bounds.every(({ operator, value }) => holds(operator, signOf(dayOf(day), dayOf(value)))),
  );
};

/** Reads the typed values of one siever once. Returns a function that tells for many orders if a field matches. */
export const accepting = (typed: readonly string[], moment: Moment): ((standing: Standing) => boolean) => {
  const dated = typed.map((value) => withDates(value, moment));
  const htmlToText = dated.map((value) => wantedOf(value, false));
  const asAmount = dated.map((value) => wantedOf(value, true));
  return (standing) => {
    const wanted = standing.kind === "number" || standing.kind === "days" ? asAmount : htmlToText;
    const equal = wanted.filter((one) => one.asks === "equal");
    if (equal.length > 0 && !equal.some(({ value, stars }) => isThere(standing, value, stars))) return false;
    const bounds = wanted.filter((one) => one.asks === "compare");
    if (bounds.length > 0 && !compares(standing, bounds)) return false;
    if (wanted.some((one) => one.asks === "unequal" && isThere(standing, one.value, one.stars))) return false;
    if (wanted.some(({ asks }) => asks === "anything") && isEmpty(standing)) return false;
    if (wanted.some(({ asks }) => asks === "nothing") && !isEmpty(standing)) return false;
    return true;
  };
};

/** Like {@link accepting}, for one order. */
export const accepts = (typed: readonly string[], standing: Standing, moment: Moment): boolean =>
  accepting(typed, moment)(standing);
