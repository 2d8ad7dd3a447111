import type { SieverValues } from "./filter.ts";
import { sieverValues } from "./siever-values.ts";
import { sieverByCode, sievers } from "./sievers.ts";
import { partOf, readStars, spelt, stars, unescaped } from "./stars.ts";

/**
 * Values of personal sievers have two forms (ADR 21). Spoken: what was typed, as screens, rules and exports take it. Kept: the signs
 * alone, and a reference to the vault in place of the words, as events, snapshots, read models and frozen inputs hold it. The same words
 * of a shop have the same reference, so that kept values can be compared. `*` and `!*` say nothing of anybody and are both.
 */

/** References of personal values in the vault begin with it. */
export const personalPrefix = "pv:";

/** What the references stand for; those that were erased are absent. */
export type PersonalTexts = ReadonlyMap<string, string>;

/** Stands before the reference where the words were erased. Nobody can type it: rules refuse it, and no order's text equals it. */
const mark = "\u001a";

/** How a chip shows what was erased, and how a sentence does. */
export const erasedWord = "Erased";
export const erasedSaid = "an erased value";

const keptForm = /^(\s*!?\s*)(\*?)(pv:[\w-]{22})(\*?)$/u;
const erasedForm = new RegExp(`^\\s*!?\\s*\\*?${mark}(pv:[\\w-]{22})\\*?$`, "u");
const spokenForm = /^(\s*!?\s*)(.*)$/su;

const personal = sievers.filter((siever) => siever.personal);

/** Whether a spoken value, with its sign or without, is one of which only the reference is left. */
export const isErased = (spoken: string): boolean => erasedForm.test(spoken);

/** The reference of a spoken value that was erased; undefined of others. */
export const erasedReference = (spoken: string): string | undefined => erasedForm.exec(spoken)?.[1];

/** How many spoken values were erased. */
export const erasedIn = (spoken: SieverValues): number =>
  personal.reduce((sum, { code }) => sum + (spoken[code] ?? []).filter(isErased).length, 0);

/** How a reference is spoken whose words were erased. */
export const spokenErased = (reference: string): string => `${mark}${reference}`;

/** A spoken value that was erased, as it is kept. */
export const keptErased = (spoken: string): string => spoken.replace(mark, "");

/**
 * A spoken value in three: the sign with the star that stands before, the words that may be somebody's, and the star behind. The words are as
 * orders have them, without what escapes a star; they are empty of `*`, `!*` and what has no words.
 */
export const splitSpoken = (spoken: string): { sign: string; words: string; after: string } => {
  const [, sign = "", rest = ""] = spokenForm.exec(spoken) ?? [];
  const { part, text } = readStars(rest.trim());
  if (text === "" || rest.trim() === "*") return { sign: spoken, words: "", after: "" };
  if (part === undefined) return { sign, words: unescaped(rest), after: "" };
  const { before, after } = stars[part];
  return { sign: sign + before, words: text, after };
};

/** References in kept values, each once. */
export const referencesIn = (...kept: readonly SieverValues[]): string[] => [
  ...new Set(
    kept.flatMap((held) =>
      personal.flatMap(({ code }) => (held[code] ?? []).flatMap((value) => keptForm.exec(value)?.[3] ?? [])),
    ),
  ),
];

/** One value of a personal siever, spoken again. */
export const spokenOf = (kept: string, texts: PersonalTexts): string => {
  const [, sign, before, reference, after] = keptForm.exec(kept) ?? [];
  if (sign === undefined || reference === undefined) return kept;
  const text = texts.get(reference);
  return sign + (text === undefined ? `${before}${mark}${reference}${after}` : spelt(text, partOf(before, after)));
};

/** Makes another of every personal siever's values; the others stay as they are. */
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

/** Conditions, or a whole filter, with their kept values spoken again. */
export const spoken = <Held extends { sievers: SieverValues }>(kept: Held, texts: PersonalTexts): Held => ({
  ...kept,
  sievers: mapPersonal(kept.sievers, (values) => values.map((value) => spokenOf(value, texts))),
});
