import type { Refusal } from "#domain/core/decider.ts";
import { refuseField } from "#domain/core/field-problem.ts";
import { type PersonalTexts, personalPrefix, toErasedPlaintext } from "#domain/filters/personal.ts";
import { alertAddressName } from "#domain/shop/preferences.ts";
import { referenceIn } from "#domain/workspace/automations/destination.ts";
import type { Vault } from "#infra/ports/stores/vault.ts";
import { referencesFor } from "../privacy/personal-values.ts";

/** The alert address in plaintext. '' means the shop's own address; an erased one becomes a mark with its reference. */
export const plaintextAlertAddress = async (vault: Pick<Vault, "readAll">, kept: string): Promise<string> => {
  if (kept === "") return "";
  const texts: PersonalTexts = await vault.readAll([kept]);
  return texts.get(kept) ?? toErasedPlaintext(kept);
};

/**
 * Tokenizes an address without writing. `missing`: words the vault lacks.
 * @param before tokenized addresses the sender may have seen
 */
export const tokenizeAlertAddress = async (
  vault: Pick<Vault, "readAll" | "findReferences">,
  tenant: string,
  plaintext: string,
  before: readonly string[],
): Promise<{ kept: string; missing: readonly string[] } | Refusal> => {
  if (plaintext === "") return { kept: "", missing: [] };
  const seen = new Set(before.filter((reference) => reference !== ""));
  const reference = referenceIn(plaintext);
  if (reference !== undefined)
    return seen.has(reference)
      ? { kept: reference, missing: [] }
      : refuseField({
          field: alertAddressName,
          message: "An erased address can only stay where it is. Type another one, or reload the page.",
        });
  const { referenceOf, missing } = await referencesFor(vault, tenant, personalPrefix, {
    words: new Set([plaintext]),
    before: seen,
  });
  return { kept: referenceOf.get(plaintext) ?? "", missing };
};
