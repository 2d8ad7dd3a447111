import { allowsLineBreaks, formatSieverLabel, maxValues, type Siever, SieverCode } from "#domain/filters/sievers.ts";
import { parseTypedNumber } from "#domain/filters/typed-numbers.ts";
import { findSieverProblem, toValueKey } from "#domain/filters/validate.ts";
import { dayExamples, parseValue } from "#domain/filters/values.ts";
import { escapeText, parseWildcards, supportsWildcards, unescapeText } from "#domain/filters/wildcards.ts";
import { fold } from "#domain/text/fold.ts";
import { shortenText } from "#domain/text/shorten-text.ts";
import { breakSign, toOneLine } from "#domain/text/to-one-line.ts";
import type { Operator } from "./operators.ts";
import { formatTypedDay, parseTypedDay } from "./typed-days.ts";

export type Rejected = { text: string; reason: string };
export type Added = { values: string[]; rejected: Rejected[] };

/** From this number on the field shows its count. */
export const nearlyFull = maxValues * 0.8;

/** Returns a value in editable form: on one line, with a sign for each line break, and relative days in words. */
export const toEditableText = (value: string, siever: Siever): string => {
  if (siever.kind === "day") return formatTypedDay(value);
  return allowsLineBreaks(siever) ? toOneLine(value) : value;
};

const fromTyped = (text: string): string => text.replaceAll(breakSign, "\n");

/** A cell with line breaks or tabs, as spreadsheets copy it: quoted, with its own quotes doubled. */
const quotedCell = /(^|[\n\r\t])"((?:[^"]|"")*)"(?=$|[\n\r\t])/gu;

const unquoted = (text: string): string =>
  text.replaceAll(quotedCell, (whole, before: string, cell: string) =>
    /[\n\r]/u.test(cell) ? before + toOneLine(cell.replaceAll('""', '"')) : whole,
  );

/**
 * Splits a text into values: by lines and cells if pasted; Location also splits typed text by `}` (S-1.3). In fields
 * with multi-line values, the line break sign or a break in a quoted spreadsheet cell stays within a value.
 */
export const splitTyped = (text: string, siever: Siever): string[] => {
  if (allowsLineBreaks(siever))
    return unquoted(text)
      .split(/[\n\r\t]+/u)
      .map(fromTyped);
  return text.split(siever.code === SieverCode.Location ? /[\n\r\t}]+/u : /[\n\r\t]+/u);
};

/** Removes the field's name from a message shown beside it. */
export const withoutFieldName = (message: string, siever: Siever): string => {
  const name = `${formatSieverLabel(siever)}: `;
  return message.startsWith(name) ? message.slice(name.length) : message;
};

/** The problem of a single value, as a whole sentence. Calls know fewer ways to write a day than the editor. */
const problemOf = (value: string, siever: Siever): string | undefined => {
  const problem = findSieverProblem(siever.code, [value]);
  return problem === undefined
    ? undefined
    : withoutFieldName(problem, siever).replace(dayExamples, "2026-11-30, 30 Nov 2026 or 7 days ago");
};

/** Values of equal meaning share a key. An unreadable value equals only itself. */
const meaning = (value: string, siever: Siever): string => {
  const parsed = parseValue(value, siever);
  return "value" in parsed ? toValueKey(parsed.value, siever) : `unread ${value}`;
};

/** True if others have a value of the same meaning. */
export const isKnown = (value: string, others: readonly string[], siever: Siever): boolean =>
  others.some((other) => meaning(other, siever) === meaning(value, siever));

/** Returns a value in the allowed list's spelling, with its sign; undefined if not allowed. */
const fromWhitelist = (value: string, allowed: readonly string[]): string | undefined => {
  if (value === "*" || value === "!*") return value;
  const sign = value.startsWith("!") ? "!" : "";
  const word = fold(unescapeText(value.slice(sign.length))).replaceAll("_", " ");
  const known = allowed.find((one) => fold(one).replaceAll("_", " ") === word);
  return known === undefined ? undefined : sign + escapeText(known);
};

type Adding = {
  siever: Siever;
  values: readonly string[];
  typedTexts: readonly string[];
  /** The chosen operator; values with their own sign or stars keep those. */
  operator?: Pick<Operator, "sign" | "part">;
  /** The only allowed words; null for any. */
  whitelist?: readonly string[] | null;
  /** Insertion index; default the end. */
  insertIndex?: number;
};

const hasSign = (text: string, siever: Siever): boolean =>
  /^!|^\*$/u.test(text) || (supportsWildcards(siever) ? parseWildcards(text).part !== undefined : /^[*<>]/u.test(text));

const composed = (text: string, siever: Siever, { sign, part }: Pick<Operator, "sign" | "part">): string => {
  if (hasSign(text, siever)) return text;
  return sign + (part === undefined ? text : escapeText(unescapeText(text), part));
};

/** Removes needless backslashes, so the server returns the value unchanged. */
const plainlySpelt = (value: string, siever: Siever): string => {
  const parsed = parseValue(value, siever);
  if (!supportsWildcards(siever) || !/[*\\]/u.test(value) || !("value" in parsed) || !("operand" in parsed.value))
    return value;
  const { kind, operand } = parsed.value;
  return (kind === "not" ? "!" : "") + escapeText(operand, "part" in parsed.value ? parsed.value.part : undefined);
};

/** Longest value in a message, characters. */
const longestShown = 40;

/** Adds the valid values and explains the rejected ones (S-1.5). Skips blank lines among several. */
export const addValues = ({
  siever,
  values,
  typedTexts,
  operator = { sign: "" },
  whitelist = null,
  insertIndex = values.length,
}: Adding): Added => {
  const existingKeys = new Set(values.map((value) => meaning(value, siever)));
  const acceptedValues: string[] = [];
  const rejected: Rejected[] = [];
  const reject = (text: string, reason: string) => rejected.push({ text, reason });
  for (const raw of typedTexts) {
    const text = raw.trim();
    if (text === "" && typedTexts.length > 1) continue;
    if (text === "") {
      reject(text, "A value cannot be empty. Type something first.");
      continue;
    }
    const typed =
      siever.kind === "number" ? parseTypedNumber(text) : siever.kind === "day" ? parseTypedDay(text) : { text };
    if ("readings" in typed) {
      reject(text, `“${text}” can be read in two ways. Type ${typed.readings.join(" or ")}.`);
      continue;
    }
    const signed = composed(typed.text, siever, operator);
    const value = whitelist === null ? plainlySpelt(signed, siever) : fromWhitelist(signed, whitelist);
    if (value === undefined) {
      reject(
        text,
        problemOf(signed, siever) ??
          `“${shortenText(toOneLine(text), longestShown)}” isn't in the list. Choose one from the list.`,
      );
      continue;
    }
    const problem = problemOf(value, siever);
    const key = meaning(value, siever);
    if (problem !== undefined) reject(text, problem);
    else if (existingKeys.has(key))
      reject(text, `“${shortenText(toOneLine(text), longestShown)}” is already in the list.`);
    else if (values.length + acceptedValues.length >= maxValues)
      reject(
        text,
        `“${shortenText(toOneLine(text), longestShown)}” is one too many. A field can hold at most ${maxValues} values.`,
      );
    else {
      acceptedValues.push(value);
      existingKeys.add(key);
    }
  }
  return { values: values.toSpliced(insertIndex, 0, ...acceptedValues), rejected };
};

/** One sentence about the rejected values; undefined if none. */
export const rejectedText = (rejected: readonly Rejected[]): string | undefined => {
  const [first] = rejected;
  if (first === undefined) return undefined;
  const others = rejected.length - 1;
  return others === 0 ? first.reason : `${first.reason} ${others} more ${others === 1 ? "was" : "were"} left out too.`;
};
