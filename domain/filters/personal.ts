import type { SieverValues } from "./filter.ts";
import { createSieverValues } from "./siever-values.ts";
import { sieverByCode, sievers } from "./sievers.ts";
import { escapeText, getValuePart, parseWildcards, unescapeText, wildcardsByPart } from "./wildcards.ts";

/**
 * Values of personal sievers have two forms (ADR 21). Plaintext: as typed, for screens, rules and exports. Tokenized:
 * the operators with a vault reference instead of the words, for events, snapshots, read models and frozen inputs.
 * Within a shop, equal words have equal references, so tokenized values can be compared. `*` and `!*` are the same in
 * both forms.
 */

/** Prefix of vault references to personal values. */
export const personalPrefix = "pv:";

/** Words by reference; erased ones are absent. */
export type PersonalTexts = ReadonlyMap<string, string>;

/** Precedes the reference of erased words. Cannot be typed, and no order's text equals it. */
const erasedMark = "\u001a";

/** Text for erased values on a chip, and in a sentence. */
export const erasedLabel = "Erased";
export const erasedDescription = "an erased value";

const tokenizedPattern = /^(\s*!?\s*)(\*?)(pv:[\w-]{22})(\*?)$/u;
const erasedPattern = new RegExp(`^\\s*!?\\s*\\*?${erasedMark}(pv:[\\w-]{22})\\*?$`, "u");
const plaintextPattern = /^(\s*!?\s*)(.*)$/su;

const personalSievers = sievers.filter((siever) => siever.personal);

/** True if only the reference is left of a plaintext value, with or without its operator. */
export const isErased = (plaintext: string): boolean => erasedPattern.test(plaintext);

/** Reference of an erased plaintext value; undefined for others. */
export const erasedReference = (plaintext: string): string | undefined => erasedPattern.exec(plaintext)?.[1];

/** Returns the number of erased values. */
export const countErased = (plaintext: SieverValues): number =>
  personalSievers.reduce((sum, { code }) => sum + (plaintext[code] ?? []).filter(isErased).length, 0);

/** Plaintext form of a reference whose words were erased. */
export const toErasedPlaintext = (reference: string): string => `${erasedMark}${reference}`;

/** Tokenized form of an erased value. */
export const tokenizeErased = (plaintext: string): string => plaintext.replace(erasedMark, "");

/**
 * Splits a plaintext value into the operator with a leading star, the words as in orders (without star escapes), and
 * the trailing star. The words are empty for `*`, `!*` and values without words.
 */
export const splitPlaintext = (plaintext: string): { sign: string; words: string; after: string } => {
  const [, sign = "", rest = ""] = plaintextPattern.exec(plaintext) ?? [];
  const { part, text } = parseWildcards(rest.trim());
  if (text === "" || rest.trim() === "*") return { sign: plaintext, words: "", after: "" };
  if (part === undefined) return { sign, words: unescapeText(rest), after: "" };
  const { before, after } = wildcardsByPart[part];
  return { sign: sign + before, words: text, after };
};

/** Distinct references in tokenized values. */
export const listReferences = (...kept: readonly SieverValues[]): string[] => [
  ...new Set(
    kept.flatMap((held) =>
      personalSievers.flatMap(({ code }) =>
        (held[code] ?? []).flatMap((value) => tokenizedPattern.exec(value)?.[3] ?? []),
      ),
    ),
  ),
];

/** Returns the plaintext of one value of a personal siever. */
export const detokenizeValue = (kept: string, texts: PersonalTexts): string => {
  const [, sign, before, reference, after] = tokenizedPattern.exec(kept) ?? [];
  if (sign === undefined || reference === undefined) return kept;
  const text = texts.get(reference);
  return (
    sign +
    (text === undefined ? `${before}${erasedMark}${reference}${after}` : escapeText(text, getValuePart(before, after)))
  );
};

/** Maps the values of personal sievers; others stay as they are. */
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

/** Conditions, or a whole filter, with tokenized values in plaintext. */
export const detokenize = <Held extends { sievers: SieverValues }>(kept: Held, texts: PersonalTexts): Held => ({
  ...kept,
  sievers: mapPersonalValues(kept.sievers, (values) => values.map((value) => detokenizeValue(value, texts))),
});
