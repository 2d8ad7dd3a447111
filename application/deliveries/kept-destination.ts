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

/** The words of kept destinations, but for secrets; those that are erased are absent. */
export const textsOfDestinations = (vault: Reading, ...kept: readonly Destination[]): Promise<PersonalTexts> => {
  const references = referencesTo(kept, personalPrefix);
  return references.length === 0 ? Promise.resolve(new Map()) : vault.readAll(references);
};

/** Automated reports with their destinations spoken, for whoever may see them: one read of the vault for all; secrets stay as they are kept. */
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

/** A destination as it would be kept, and the words of its references. `missing`: words that the vault lacks, by their prefixes. */
export type KeptDestination = {
  destination: Destination;
  texts: PersonalTexts;
  missing: readonly { under: KeptUnder; words: readonly string[] }[];
};

const notHere = "An erased value can only stay where it is. Remove it, or reload the automated report.";

/**
 * How a spoken destination would be kept. Nothing is written: what comes to nothing leaves nothing behind. What stands for a text that is kept
 * already stays so, as long as it comes from where it was.
 * @param before kept destinations that the sender may have seen
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

/** Puts what is missing into the vault. */
export const keepDestination = async (
  vault: Pick<Vault, "putOnce">,
  tenant: string,
  { missing }: Pick<KeptDestination, "missing">,
): Promise<void> => {
  for (const { under, words } of missing) await keepWords(vault, tenant, words, under);
};

/** A kept destination with everything in it spoken, its secrets too: for whoever delivers, and for nobody who answers a call. */
export const openDestination = async (vault: Reading, kept: Destination): Promise<Destination> =>
  spokenDestination(kept, await vault.readAll(keptTexts(kept).map(({ text }) => text)));
