import type { Refusal } from "#domain/core/decider.ts";
import { refuseField } from "#domain/core/field-problem.ts";
import type { PersonalTexts } from "#domain/filters/personal.ts";
import { personalPrefix } from "#domain/filters/personal.ts";
import { wholeDestination } from "#domain/workspace/automations/automation-fields.ts";
import {
  type Destination,
  detokenizeDestination,
  listDestinations,
  listVaultReferences,
  listVaultTexts,
  mapVaultTexts,
  parseErasedReference,
  type VaultPrefix,
  vaultPrefixes,
  type WithDestinations,
} from "#domain/workspace/automations/destination.ts";
import type { Vault } from "#infra/ports/stores/vault.ts";
import { referencesFor, type WritableTexts } from "../privacy/personal-values.ts";

type Reading = Pick<Vault, "readAll">;

/** Plaintext by reference, without secrets; erased values are absent. */
export const readDestinationTexts = (vault: Reading, ...tokenized: readonly Destination[]): Promise<PersonalTexts> => {
  const references = listVaultReferences(tokenized, personalPrefix);
  return references.length === 0 ? Promise.resolve(new Map()) : vault.readAll(references);
};

/** Plaintext for people allowed to see it. One read of the vault. Secrets stay tokenized. */
export const detokenizeDestinations = async <Held extends WithDestinations>(
  vault: Reading,
  tokenized: readonly Held[],
): Promise<Held[]> => {
  const texts = await readDestinationTexts(vault, ...tokenized.flatMap(listDestinations));
  return tokenized.map((one) => ({
    ...one,
    destination: detokenizeDestination(one.destination, texts),
    ...(one.next && { next: detokenizeDestination(one.next, texts) }),
  }));
};

/** `texts`: plaintext by reference. */
export type TokenizedDestination = {
  destination: Destination;
  texts: PersonalTexts;
};

const erasedValueMessage = "An erased value can't be used anywhere else. Remove it, or reload the automated report.";

/**
 * Stores a destination's personal texts and secrets in the vault and returns it tokenized. A placeholder for an erased
 * value is refused unless one of `before` has it.
 * @param before tokenized destinations the sender may have seen
 */
export const tokenizeDestination = async (
  vault: WritableTexts,
  tenant: string,
  plaintext: Destination,
  before: readonly Destination[],
): Promise<TokenizedDestination | Refusal> => {
  const texts = new Map<string, string>();
  const referencesByPrefix = new Map<VaultPrefix, Map<string, string>>();
  for (const prefix of vaultPrefixes) {
    const seen = new Set(listVaultReferences(before, prefix));
    const words = new Set<string>();
    for (const one of listVaultTexts(plaintext).filter(({ under }) => under === prefix)) {
      const reference = parseErasedReference(one.text);
      if (reference === undefined) words.add(one.text);
      else if (!seen.has(reference)) return refuseField({ field: wholeDestination, message: erasedValueMessage });
    }
    const referenceOf = await referencesFor(vault, tenant, prefix, { texts: words, before: seen });
    referencesByPrefix.set(prefix, referenceOf);
    for (const [text, reference] of referenceOf) texts.set(reference, text);
  }
  const destination = mapVaultTexts(
    plaintext,
    (text, prefix) => parseErasedReference(text) ?? referencesByPrefix.get(prefix)?.get(text) ?? "",
  );
  return { destination, texts };
};

/** Returns plaintext with secrets: for delivery only, never for an API response. */
export const detokenizeWithSecrets = async (vault: Reading, tokenized: Destination): Promise<Destination> =>
  detokenizeDestination(tokenized, await vault.readAll(listVaultTexts(tokenized).map(({ text }) => text)));
