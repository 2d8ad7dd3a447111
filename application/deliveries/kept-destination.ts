import type { Refusal } from "#domain/core/decider.ts";
import { refuseField } from "#domain/core/field-problem.ts";
import type { PersonalTexts } from "#domain/filters/personal.ts";
import { personalPrefix } from "#domain/filters/personal.ts";
import { wholeDestination } from "#domain/workspace/automations/automation-fields.ts";
import {
  type Destination,
  destinationsOf,
  type KeptUnder,
  keptPrefixes,
  keptTexts,
  mapKept,
  referenceIn,
  referencesTo,
  spokenDestination,
  type WithDestinations,
} from "#domain/workspace/automations/destination.ts";
import type { Vault } from "#infra/ports/stores/vault.ts";
import { keepWords, referencesFor } from "../privacy/personal-values.ts";

type Reading = Pick<Vault, "readAll">;

/** Plaintext of tokenized destinations, without secrets; erased values are absent. */
export const textsOfDestinations = (vault: Reading, ...kept: readonly Destination[]): Promise<PersonalTexts> => {
  const references = referencesTo(kept, personalPrefix);
  return references.length === 0 ? Promise.resolve(new Map()) : vault.readAll(references);
};

/**
 * Automated reports with plaintext destinations, for people allowed to see them. Reads the vault once. Secrets stay
 * tokenized.
 */
export const speakDestinations = async <Held extends WithDestinations>(
  vault: Reading,
  kept: readonly Held[],
): Promise<Held[]> => {
  const texts = await textsOfDestinations(vault, ...kept.flatMap(destinationsOf));
  return kept.map((one) => ({
    ...one,
    destination: spokenDestination(one.destination, texts),
    ...(one.next && { next: spokenDestination(one.next, texts) }),
  }));
};

/** A tokenized destination with the plaintext of its references. `missing`: words the vault lacks, by prefix. */
export type KeptDestination = {
  destination: Destination;
  texts: PersonalTexts;
  missing: readonly { under: KeptUnder; words: readonly string[] }[];
};

const notHere = "An erased value can only stay where it is. Remove it, or reload the automated report.";

/**
 * Tokenizes a plaintext destination without writing, so rejected input leaves nothing behind. A mark for an erased
 * value stays valid only where it came from.
 * @param before tokenized destinations the sender may have seen
 */
export const wouldKeepDestination = async (
  vault: Reading & Pick<Vault, "known">,
  tenant: string,
  spoken: Destination,
  before: readonly Destination[],
): Promise<KeptDestination | Refusal> => {
  const texts = new Map<string, string>();
  const found = new Map<KeptUnder, Map<string, string>>();
  const missing: { under: KeptUnder; words: readonly string[] }[] = [];
  for (const under of keptPrefixes) {
    const seen = new Set(referencesTo(before, under));
    const words = new Set<string>();
    for (const one of keptTexts(spoken).filter((kept) => kept.under === under)) {
      const reference = referenceIn(one.text);
      if (reference === undefined) words.add(one.text);
      else if (!seen.has(reference)) return refuseField({ field: wholeDestination, message: notHere });
    }
    const looked = await referencesFor(vault, tenant, under, { words, before: seen });
    found.set(under, looked.referenceOf);
    for (const [text, reference] of looked.referenceOf) texts.set(reference, text);
    if (looked.missing.length > 0) missing.push({ under, words: looked.missing });
  }
  const destination = mapKept(spoken, (text, under) => referenceIn(text) ?? found.get(under)?.get(text) ?? "");
  return { destination, texts, missing };
};

/** Stores the missing words in the vault. */
export const keepDestination = async (
  vault: Pick<Vault, "putOnce">,
  tenant: string,
  { missing }: Pick<KeptDestination, "missing">,
): Promise<void> => {
  for (const { under, words } of missing) await keepWords(vault, tenant, words, under);
};

/** A destination in plaintext, including secrets: for delivery only, never for an API answer. */
export const openDestination = async (vault: Reading, kept: Destination): Promise<Destination> =>
  spokenDestination(kept, await vault.readAll(keptTexts(kept).map(({ text }) => text)));
