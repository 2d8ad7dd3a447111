import { createRandom, type Random } from "#demo-store/generate/random.ts";
import type { DemoLineItem, DemoOrder } from "#demo-store/generate/types.ts";
import type { FilterConditions } from "#domain/filters/filter.ts";
import { filterFields } from "./filter-fields.ts";
import { type Moment, type Standing, withDates } from "./filter-values.ts";
import { fieldOf, keepsStatuses } from "./filters.ts";
import { dateShown, daysFrom } from "./local-time.ts";

/** Filters as merchants might write them, with values of a shop's orders and values that nearly match. */

const codes = Object.keys(filterFields).map(Number);
/** Their words are offered, not typed; every other siever takes what comes. */
const words: Readonly<Record<number, readonly string[]>> = {
  2000: ["pending", "fulfilled", "partial", "not_eligible", "not eligible"],
  1017: ["yes", "no"],
  1020: ["customer", "fraud", "inventory", "declined", "staff", "other"],
  5008: ["yes", "no"],
};

const standingOf = (code: number, order: DemoOrder, line: DemoLineItem, zone: string): Standing => {
  const field = fieldOf(code);
  return field.level === "order" ? field.read(order, zone) : field.read(order, line, zone);
};

const valuesIn = (standing: Standing): string[] => {
  if (standing.kind === "texts" || standing.kind === "tags") return standing.texts.filter((text) => text.trim() !== "");
  if (standing.kind === "number") return standing.number === null ? [] : [standing.number];
  if (standing.kind === "days") return standing.days;
  return standing.pairs.flatMap(({ name, value }) =>
    value === "" ? [`${name}:`] : [value, `${name}:${value}`, `${name.toUpperCase()}:${value}`],
  );
};

/** Note attributes and properties, which may be of several lines. */
const multiLine = [1003, 1016, 2002];

/**
 * A value that can be typed literally: line breaks only if allowed, within the maximum length, without an operator in
 * front.
 */
const canBeTyped = (value: string, code: number): boolean =>
  value.length <= 100 &&
  // A part of a text may end in the middle of a character.
  value.isWellFormed() &&
  !/\p{Cc}/u.test(multiLine.includes(code) ? value.replaceAll(/[\r\n]/g, " ") : value) &&
  !/^[!<>*]/.test(value) &&
  value.trim() !== "";

/** Removes accents, as a merchant without them on the keyboard types. */
const withoutMarks = (value: string): string =>
  value
    .normalize("NFD")
    .replaceAll(/[\u0300-\u036f]/g, "")
    .normalize("NFC");

/** The same to a merchant: other letters' case, spaces around, a date in it written as a calculation. */
const alike = (value: string, random: Random, { now, zone }: Moment): string => {
  const draw = random.next();
  if (draw < 0.6) return value;
  if (draw < 0.66) return value.toUpperCase();
  if (draw < 0.7) return withoutMarks(value);
  if (draw < 0.75) return value.toLowerCase();
  if (draw < 0.8) return ` ${value}  `;
  if (draw < 0.85) return value.replaceAll(/\r\n|\n/g, (line) => (line === "\n" ? "\r\n" : "\n"));
  const today = dateShown(Date.parse(now), zone);
  const days = (day: string) => Math.round((Date.parse(day) - Date.parse(today)) / 86_400_000);
  return value.replace(/\d{4}-\d{2}-\d{2}/, (day) => `date(YYYY-MM-DD; ${days(day)})`);
};

/** Escapes stars and backslashes, so a literal one may begin or end the value. */
const asItStands = (value: string): string => value.replaceAll(/[\\*]/g, "\\$&");

/** How it begins, how it ends, a part of it or all, of a beginning now and then a part that is not there. */
const partOf = (value: string, code: number, random: Random): string => {
  const [from, to] = [random.int(0, Math.max(0, value.length - 2)), random.int(1, value.length)];
  const cut = (part: string): string => asItStands(canBeTyped(part, code) ? part : value).trim();
  const draw = random.next();
  if (draw < 0.45) return `${cut(random.chance(0.85) ? value.slice(0, to) : value.slice(from))}*`;
  return draw < 0.75 ? `*${cut(value.slice(from))}` : `*${cut(value.slice(from, Math.max(from + 1, to)))}*`;
};

/** Nearly there, and not there: a part of it, a space too many, another letter. */
const near = (value: string, code: number, random: Random): string => {
  const draw = random.next();
  const made =
    draw < 0.3
      ? value.slice(0, -1)
      : draw < 0.5
        ? value.slice(1)
        : draw < 0.7
          ? `${value}s`
          : draw < 0.85
            ? value.replace(" ", "  ")
            : value.replace(/[aeiou]/, "y");
  return canBeTyped(made, code) ? made : "no such value";
};

const numberNear = (value: string, random: Random): string => {
  const draw = random.next();
  if (draw < 0.4) return value;
  if (draw < 0.5) return `${value.replace(/\.0$/, "")}.00`.replace(/(\.\d+)\.00$/, "$10");
  const whole = value.replace(/\..*/, "");
  if (draw < 0.7) return whole;
  return String(Math.max(0, Math.round(Number(whole) * (0.5 + random.next()))));
};

const dayNear = (value: string, random: Random, { now, zone }: Moment): string => {
  const day = daysFrom(value, random.pick([0, 0, -1, 1, -30, 30]));
  const draw = random.next();
  if (draw < 0.5) return day;
  if (draw < 0.65) return day.replaceAll("-", "/");
  const today = dateShown(Date.parse(now), zone);
  const days = Math.round((Date.parse(day) - Date.parse(today)) / 86_400_000);
  return draw < 0.8 ? `date(YYYY-MM-DD; ${days})` : `date(YYYY/MM/DD;${days})`;
};

/** Values of one siever. Most of them accept what `standing` contains. */
const typedFor = (code: number, standing: Standing, other: () => Standing, random: Random, moment: Moment) => {
  const own = valuesIn(standing).filter((value) => canBeTyped(value, code));
  const elsewhere = valuesIn(other()).filter((value) => canBeTyped(value, code));
  const typed: string[] = [];
  const draw = random.next();
  const listed = words[code];
  if (listed) {
    const from = random.int(0, listed.length - 1);
    const chosen = listed.slice(from, from + random.int(1, 3));
    return chosen.map((word) => (draw < 0.25 ? `!${word}` : draw < 0.35 ? word.toUpperCase() : word));
  }
  if (draw < 0.07) return ["*"];
  if (draw < 0.13) return ["!*"];
  if (standing.kind === "number" || standing.kind === "days") {
    const vary = (value: string) =>
      standing.kind === "number" ? numberNear(value, random) : dayNear(value, random, moment);
    const value =
      own[0] ?? elsewhere[0] ?? (standing.kind === "number" ? "1" : dateShown(Date.parse(moment.now), moment.zone));
    const one = vary(value);
    if (draw < 0.3) typed.push(one, ...(random.chance(0.5) ? [vary(elsewhere[0] ?? value)] : []));
    else if (draw < 0.4) typed.push(`!${one}`);
    else {
      typed.push(`${random.pick(["<", "<=", ">", ">=", ">=", "<= ", " > "])}${one}`);
      if (random.chance(0.4)) typed.push(`${random.pick(["<=", ">=", "<", ">"])}${vary(elsewhere[0] ?? value)}`);
      if (random.chance(0.15)) typed.push(`!${vary(value)}`);
    }
    return typed;
  }
  if (draw < 0.35 && elsewhere.length > 0) {
    for (const value of elsewhere.slice(0, random.int(1, 3)))
      typed.push(
        `!${random.chance(0.2) ? " " : ""}${random.chance(0.25) ? partOf(value, code, random) : alike(value, random, moment)}`,
      );
    if (own.length > 0 && random.chance(0.3)) typed.push(random.pick(own));
    if (random.chance(0.2)) typed.push("*");
  } else {
    if (own.length > 0 && random.chance(0.85)) typed.push(alike(random.pick(own), random, moment));
    if (elsewhere.length > 0) typed.push(alike(random.pick(elsewhere), random, moment));
    if (random.chance(0.25)) typed.push(near(own[0] ?? elsewhere[0] ?? "vip", code, random));
    if (random.chance(0.3)) typed.push(partOf(own[0] ?? elsewhere[0] ?? "vip", code, random));
    if (random.chance(0.05)) typed.push("!*");
  }
  return typed;
};

/** Drops values that Sheaf refuses as duplicates: another case, no diacritics, other spaces, `5` and `5.0`, a day and the same day calculated. */
const once = (values: readonly string[], moment: Moment): string[] => {
  const seen = new Set<string>();
  return values.filter((value) => {
    const text = withoutMarks(withDates(value, moment).trim().toLowerCase())
      .replaceAll("ß", "ss")
      .replaceAll("ς", "σ")
      .replaceAll("ı", "i")
      .replace(/^(!|[<>]=?)\s+/, "$1");
    const key = text
      .replaceAll(/[\s_]+/g, " ")
      .replace(/(\d{4})\/(\d\d)\/(\d\d)$/, "$1-$2-$3")
      .replace(/(\.\d*?)0+$/, "$1")
      .replace(/\.$/, "");
    return !seen.has(key) && seen.add(key);
  });
};

/** An endless, repeatable row of filters; each is written around one line of the shop, so that most keep something. */
export function* randomFilters(
  orders: readonly DemoOrder[],
  moment: Moment,
  seed: number,
): Generator<FilterConditions> {
  const random = createRandom(seed);
  for (;;) {
    const anchor = random.pick(orders);
    const line = random.pick(anchor.lineItems);
    const status = (most: number) => (random.chance(0.25) ? random.int(1, most) : 0);
    let filter: FilterConditions;
    do {
      filter = {
        financial_status: status(14) as FilterConditions["financial_status"],
        fulfillment_status: status(4) as FilterConditions["fulfillment_status"],
        order_status: status(3) as FilterConditions["order_status"],
        sievers: {},
      };
    } while (!keepsStatuses(filter, anchor) && random.chance(0.8));
    const draw = random.next();
    const count = draw < 0.05 ? 0 : draw < 0.45 ? 1 : draw < 0.75 ? 2 : draw < 0.93 ? 3 : 5;
    const sievers: Record<string, string[]> = {};
    while (Object.keys(sievers).length < count) {
      const code = random.pick(codes);
      const standing = standingOf(code, anchor, line, moment.zone);
      const other = () => {
        const order = random.pick(orders);
        return standingOf(code, order, random.pick(order.lineItems), moment.zone);
      };
      const typed = once(typedFor(code, standing, other, random, moment), moment).filter(
        (value) => withDates(value, moment).trim() !== "",
      );
      if (typed.length > 0) sievers[code] = typed;
    }
    yield { ...filter, sievers };
  }
}

/** RANDOM_SEED of the environment, else another one each time: tests print it. */
export const givenSeed = (): number => Number(process.env.RANDOM_SEED ?? Date.now() % 1_000_000);
