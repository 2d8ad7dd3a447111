import type { Refusal } from "#domain/core/decider.ts";
import { refuseField } from "#domain/core/field-problem.ts";
import { toSieverField } from "#domain/filters/fields.ts";
import type { SieverValues } from "#domain/filters/filter.ts";
import {
  detokenize,
  erasedReference,
  listReferences,
  mapPersonalValues,
  type PersonalTexts,
  personalPrefix,
  splitPlaintext,
  tokenizeErased,
} from "#domain/filters/personal.ts";
import { formatSieverLabel, sievers } from "#domain/filters/sievers.ts";
import { findSieverProblem } from "#domain/filters/validate.ts";
import type { Vault } from "#infra/ports/stores/vault.ts";

type Reading = Pick<Vault, "readAll">;
/** A save finds texts that the vault has, and stores the rest. */
export type WritableTexts = Reading & Pick<Vault, "findReferences" | "putOnce">;

/** Plaintext by reference; erased values are absent. */
export const readPersonalTexts = (vault: Reading, ...kept: readonly SieverValues[]): Promise<PersonalTexts> => {
  const references = listReferences(...kept);
  return references.length === 0 ? Promise.resolve(new Map()) : vault.readAll(references);
};

/**
 * Conditions, or a whole filter, in plaintext (ADR 21).
 * @param known words read before, to save a read of the vault
 */
export const detokenizeFilter = async <Held extends { sievers: SieverValues }>(
  vault: Reading,
  tokenized: Held,
  known: PersonalTexts = new Map(),
): Promise<Held> => {
  const isKnown = listReferences(tokenized.sievers).every((reference) => known.has(reference));
  return detokenize(tokenized, isKnown ? known : await readPersonalTexts(vault, tokenized.sievers));
};

/** `texts`: plaintext by reference. */
export type TokenizedValues = {
  sievers: SieverValues;
  texts: PersonalTexts;
};

/** Reference for an unstored text that its field's rules refuse. */
const placeholderReference = (prefix: string, place: number): string => `${prefix}${String(place).padStart(22, "0")}`;

/** `before`: references of the stored values, which stay valid. */
type TextsToTokenize = { texts: ReadonlySet<string>; refused?: ReadonlySet<string>; before: ReadonlySet<string> };

/**
 * Returns references for texts. Puts texts into the vault that it lacks or may lose; they last at least until an event
 * refers to them. Refused texts get placeholders.
 */
export const referencesFor = async (
  vault: WritableTexts,
  tenant: string,
  prefix: string,
  { texts: textsToStore, refused = new Set(), before }: TextsToTokenize,
): Promise<Map<string, string>> => {
  const texts = [...textsToStore];
  const known = texts.length === 0 ? [] : await vault.findReferences(texts, { owner: tenant, prefix });
  const referenceOf = new Map(texts.flatMap((text, at) => (known[at] === undefined ? [] : [[text, known[at]]])));
  const unknown = [...textsToStore, ...refused].filter((text) => !referenceOf.has(text));
  // Stored values keep their references, whatever their age and the current rules.
  const old = unknown.length === 0 || before.size === 0 ? new Map<string, string>() : await vault.readAll([...before]);
  const oldReferenceOf = new Map([...old].map(([reference, text]) => [text, reference]));
  for (const [place, text] of unknown.entries())
    referenceOf.set(text, oldReferenceOf.get(text) ?? placeholderReference(prefix, place));
  const missing = unknown.filter((text) => textsToStore.has(text) && !oldReferenceOf.has(text));
  const stored = missing.length === 0 ? [] : await vault.putOnce(missing, { owner: tenant, prefix });
  for (const [n, reference] of stored.entries()) referenceOf.set(missing[n] ?? "", reference);
  return referenceOf;
};

const erasedValueMessage = (label: string): string =>
  `${label}: an erased value can't be used anywhere else. Remove it, or reload the filter.`;

/**
 * Replaces texts by references. Stores no texts that their field's rules refuse. A placeholder for an erased value is
 * valid only where it came from.
 * @param before tokenized values the sender may have seen
 */
export const tokenize = async (
  vault: WritableTexts,
  tenant: string,
  values: SieverValues,
  before: readonly SieverValues[],
): Promise<TokenizedValues | Refusal> => {
  const previousReferences = new Set(listReferences(...before));
  const lists = sievers.filter((siever) => siever.personal && (values[siever.code] ?? []).length > 0);
  const textsToStore = new Set<string>();
  const refused = new Set<string>();
  for (const siever of lists) {
    const list = values[siever.code] ?? [];
    for (const value of list) {
      const reference = erasedReference(value);
      if (reference !== undefined && !previousReferences.has(reference))
        return refuseField({
          field: toSieverField(siever.code),
          message: erasedValueMessage(formatSieverLabel(siever)),
        });
    }
    const allowed = findSieverProblem(siever.code, list) === undefined;
    for (const value of list) {
      const { words: text } = splitPlaintext(value);
      if (text !== "" && erasedReference(value) === undefined) (allowed ? textsToStore : refused).add(text);
    }
  }
  const referenceOf = await referencesFor(vault, tenant, personalPrefix, {
    texts: textsToStore,
    refused,
    before: previousReferences,
  });
  const kept = (value: string): string => {
    if (erasedReference(value) !== undefined) return tokenizeErased(value);
    const { sign, words: text, after } = splitPlaintext(value);
    return text === "" ? value : `${sign}${referenceOf.get(text) ?? ""}${after}`;
  };
  return {
    sievers: mapPersonalValues(values, (list) => list.map(kept)),
    texts: new Map([...referenceOf].map(([text, reference]) => [reference, text])),
  };
};
