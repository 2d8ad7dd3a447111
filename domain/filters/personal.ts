import type { SieverValues } from "./filter.ts";
import { createSieverValues } from "./siever-values.ts";
import { sieverByCode, sievers } from "./sievers.ts";
import { escapeText, getValuePart, parseWildcards, unescapeText, wildcardsByPart } from "./wildcards.ts";

/**
 * Values of personal sievers have two forms (ADR 21). Plaintext: as typed, for screens, rules and exports. Tokenized:
 * the operators with a vault reference instead of the words, for events, snapshots, read models and frozen inputs.
 * Within a shop, equal words have equal references, so tokenized values can be compared. `*` and `!*` are the same in
 * both.
 */

/** Prefix of vault references to personal values. */
export const personalPrefix = "pv:";

/** Words by reference; erased ones are absent. */
export type PersonalTexts = ReadonlyMap<string, string>;

/** Precedes the reference of erased words. Cannot be typed, and no order's text equals it. */
const erasedMark = "\u001a";

/** An erased value's text on a chip, and in a sentence. */
export const erasedLabel = "Erased";
export const erasedDescription = "an erased value";

const tokenizedPattern = /^(\s*!?\s*)(\*?)(pv:[\w-]{22})(\*?)$/u;
const erasedPattern = new RegExp(`^\\s*!?\\s*\\*?${erasedMark}(pv:[\\w-]{22})\\*?$`, "u");
const plaintextPattern = /^(\s*!?\s*)(.*)$/su;

const personalSievers = sievers.filter((siever) => siever.personal);

/** True if only the reference is left of the value. */
export const isErased = (plaintext: string): boolean => erasedPattern.test(plaintext);

/** Returns undefined for values that aren't erased. */
export const erasedReference = (plaintext: string): string | undefined => erasedPattern.exec(plaintext)?.[1];

/** Counts the erased values. */
export const countErased = (plaintext: SieverValues): number =>
  personalSievers.reduce((sum, { code }) => sum + (plaintext[code] ?? []).filter(isErased).length, 0);

/** Stands for a reference whose words were erased. */
export const toErasedPlaintext = (reference: string): string => `${erasedMark}${reference}`;

/** Reverses {@link toErasedPlaintext}. */
export const tokenizeErased = (plaintext: string): string => plaintext.replace(erasedMark, "");

/**
 * Splits a value into the operator with a leading star, the words as in orders (without star escapes), and the trailing
 * star. Without words for `*`, `!*` and the like.
 */
export const splitPlaintext = (plaintext: string): { sign: string; words: string; after: string } => {
  const [, sign = "", rest = ""] = plaintextPattern.exec(plaintext) ?? [];
  const { part, text } = parseWildcards(rest.trim());
  if (text === "" || rest.trim() === "*") return { sign: plaintext, words: "", after: "" };
  if (part === undefined) return { sign, words: unescapeText(rest), after: "" };
  const { before, after } = wildcardsByPart[part];
  return { sign: sign + before, words: text, after };
};

/** Lists each reference once. */
export const listReferences = (...kept: readonly SieverValues[]): string[] => [
  ...new Set(
    kept.flatMap((held) =>
      personalSievers.flatMap(({ code }) =>
        (held[code] ?? []).flatMap((value) => tokenizedPattern.exec(value)?.[3] ?? []),
      ),
    ),
  ),
];

/** Detokenizes one value of a personal siever. */
export const detokenizeValue = (kept: string, texts: PersonalTexts): string => {
  const [, sign, before, reference, after] = tokenizedPattern.exec(kept) ?? [];
  if (sign === undefined || reference === undefined) return kept;
  const text = texts.get(reference);
  return (
    sign +
    (text === undefined ? `${before}${erasedMark}${reference}${after}` : escapeText(text, getValuePart(before, after)))
  );
};

/** Maps the values of personal sievers only. */
export const mapPersonalValues = (
  held: SieverValues,
  change: (values: readonly string[]) => readonly string[],
): SieverValues =>
  createSieverValues(
    Object.entries(held).map(([code, values = []]) => [
      code,
      sieverByCode.get(Number(code))?.personal ? change(values) : values,
    ]),
  );

/** Detokenizes conditions, or a whole filter. */
export const detokenize = <Held extends { sievers: SieverValues }>(kept: Held, texts: PersonalTexts): Held => ({
  ...kept,
  sievers: mapPersonalValues(kept.sievers, (values) => values.map((value) => detokenizeValue(value, texts))),
});
