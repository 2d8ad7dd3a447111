import type { SieverValues } from "./filter.ts";
import { sieverValues } from "./siever-values.ts";
import { sieverByCode, sievers } from "./sievers.ts";
import { partOf, readStars, spelt, stars, unescaped } from "./stars.ts";

/**
 * Values of personal sievers have two forms (ADR 21). Plaintext: as typed; used by screens, rules and exports.
 * Tokenized: the operators, and a vault reference in place of the words; used in events, snapshots, read models and
 * frozen inputs. Within a shop, equal words have equal references, so tokenized values can be compared. `*` and `!*`
 * reveal nothing personal and are the same in both forms.
 */

/** Prefix of vault references to personal values. */
export const personalPrefix = "pv:";

/** Words by reference; erased ones are absent. */
export type PersonalTexts = ReadonlyMap<string, string>;

/** Precedes the reference of erased words. Cannot be typed: rules refuse it, and no order's text equals it. */
const mark = "\u001a";

/** Text for erased values on a chip, and in a sentence. */
export const erasedWord = "Erased";
export const erasedSaid = "an erased value";

const keptForm = /^(\s*!?\s*)(\*?)(pv:[\w-]{22})(\*?)$/u;
const erasedForm = new RegExp(`^\\s*!?\\s*\\*?${mark}(pv:[\\w-]{22})\\*?$`, "u");
const spokenForm = /^(\s*!?\s*)(.*)$/su;

const personal = sievers.filter((siever) => siever.personal);

/** True if only the reference is left of a plaintext value, with or without its operator. */
export const isErased = (spoken: string): boolean => erasedForm.test(spoken);

/** Reference of an erased plaintext value; undefined for others. */
export const erasedReference = (spoken: string): string | undefined => erasedForm.exec(spoken)?.[1];

/** Number of erased values. */
export const erasedIn = (spoken: SieverValues): number =>
  personal.reduce((sum, { code }) => sum + (spoken[code] ?? []).filter(isErased).length, 0);

/** Plaintext form of a reference whose words were erased. */
export const spokenErased = (reference: string): string => `${mark}${reference}`;

/** Tokenized form of an erased value. */
export const keptErased = (spoken: string): string => spoken.replace(mark, "");

/**
 * Splits a plaintext value: the operator with a leading star, the words that may be personal, and the trailing star.
 * The words are as in orders, without star escapes. They are empty for `*`, `!*` and values without words.
 */
export const splitSpoken = (spoken: string): { sign: string; words: string; after: string } => {
  const [, sign = "", rest = ""] = spokenForm.exec(spoken) ?? [];
  const { part, text } = readStars(rest.trim());
  if (text === "" || rest.trim() === "*") return { sign: spoken, words: "", after: "" };
  if (part === undefined) return { sign, words: unescaped(rest), after: "" };
  const { before, after } = stars[part];
  return { sign: sign + before, words: text, after };
};

/** Distinct references in tokenized values. */
export const referencesIn = (...kept: readonly SieverValues[]): string[] => [
  ...new Set(
    kept.flatMap((held) =>
      personal.flatMap(({ code }) => (held[code] ?? []).flatMap((value) => keptForm.exec(value)?.[3] ?? [])),
    ),
  ),
];

/** Plaintext of one value of a personal siever. */
export const spokenOf = (kept: string, texts: PersonalTexts): string => {
  const [, sign, before, reference, after] = keptForm.exec(kept) ?? [];
  if (sign === undefined || reference === undefined) return kept;
  const text = texts.get(reference);
  return sign + (text === undefined ? `${before}${mark}${reference}${after}` : spelt(text, partOf(before, after)));
};

/** Maps the values of personal sievers; others stay as they are. */
export const mapPersonal = (
  held: SieverValues,
  change: (values: readonly string[]) => readonly string[],
): SieverValues =>
  sieverValues(
    Object.entries(held).map(([code, values = []]) => [
      code,
      sieverByCode.get(Number(code))?.personal ? change(values) : values,
    ]),
  );

/** Conditions, or a whole filter, with tokenized values in plaintext. */
export const spoken = <Held extends { sievers: SieverValues }>(kept: Held, texts: PersonalTexts): Held => ({
  ...kept,
  sievers: mapPersonal(kept.sievers, (values) => values.map((value) => spokenOf(value, texts))),
});
