import type { Refusal } from "#domain/core/decider.ts";
import { refuseField } from "#domain/core/field-problem.ts";
import { sieverField } from "#domain/filters/fields.ts";
import type { SieverValues } from "#domain/filters/filter.ts";
import {
  erasedReference,
  keptErased,
  mapPersonal,
  type PersonalTexts,
  personalPrefix,
  referencesIn,
  splitSpoken,
  spoken,
} from "#domain/filters/personal.ts";
import { sieverLabel, sievers } from "#domain/filters/sievers.ts";
import { sieverProblem } from "#domain/filters/validate.ts";
import type { Vault } from "../ports/vault.ts";

type Reading = Pick<Vault, "readAll">;

/** The words of kept values: those that are erased are absent. */
export const textsOf = (vault: Reading, ...kept: readonly SieverValues[]): Promise<PersonalTexts> => {
  const references = referencesIn(...kept);
  return references.length === 0 ? Promise.resolve(new Map()) : vault.readAll(references);
};

/** Conditions, or a whole filter, with their kept values spoken again (ADR 21). */
export const speak = async <Held extends { sievers: SieverValues }>(vault: Reading, kept: Held): Promise<Held> =>
  spoken(kept, await textsOf(vault, kept.sievers));

/** Values as they are kept, and the words of all their references. */
export type Kept = { sievers: SieverValues; texts: PersonalTexts };

const notHere = (label: string): string =>
  `${label}: a value that was erased can only stay where it is. Take it out, or load the filter again.`;

/** A reference to nothing, for words that no rule will let in. */
const nowhere = (place: number): string => `${personalPrefix}${String(place).padStart(22, "0")}`;

/**
 * Puts the words of spoken values into the vault, before any event refers to them. Words that the rules refuse are not kept: whoever
 * sends them gets the refusal of the rule. What was erased stays so, as long as it comes from where it was.
 * @param before kept values that the sender may have seen
 */
export const keepWords = async (
  vault: Reading & Pick<Vault, "putOnce">,
  tenant: string,
  values: SieverValues,
  before: readonly SieverValues[],
): Promise<Kept | Refusal> => {
  const known = new Set(referencesIn(...before));
  const lists = sievers.filter((siever) => siever.personal && (values[siever.code] ?? []).length > 0);
  const words: string[] = [];
  const refused = new Set<string>();
  for (const siever of lists) {
    const list = values[siever.code] ?? [];
    for (const value of list) {
      const reference = erasedReference(value);
      if (reference !== undefined && !known.has(reference))
        return refuseField({ field: sieverField(siever.code), message: notHere(sieverLabel(siever)) });
    }
    const texts = list.filter((value) => erasedReference(value) === undefined).map((value) => splitSpoken(value).words);
    if (sieverProblem(siever.code, list) === undefined) words.push(...texts.filter((text) => text !== ""));
    else for (const text of texts) refused.add(text);
  }
  const distinct = [...new Set(words)];
  const references =
    distinct.length === 0 ? [] : await vault.putOnce(distinct, { owner: tenant, prefix: personalPrefix });
  const referenceOf = new Map(distinct.map((text, at) => [text, references[at] ?? nowhere(at)]));
  // What was let in by older rules stands there already; only what is new gets no reference.
  const old = refused.size === 0 ? new Map<string, string>() : await textsOf(vault, ...before);
  for (const [reference, text] of old)
    if (refused.has(text) && !referenceOf.has(text)) referenceOf.set(text, reference);
  let place = 0;
  for (const text of refused) if (text !== "" && !referenceOf.has(text)) referenceOf.set(text, nowhere(++place));
  const kept = (value: string): string => {
    if (erasedReference(value) !== undefined) return keptErased(value);
    const { sign, words: text } = splitSpoken(value);
    return text === "" ? value : sign + (referenceOf.get(text) ?? "");
  };
  return {
    sievers: mapPersonal(values, (list) => list.map(kept)),
    texts: new Map([...referenceOf].map(([text, reference]) => [reference, text])),
  };
};
