import type { Refusal } from "#domain/core/decider.ts";
import { refuseField } from "#domain/core/field-problem.ts";
import { type PersonalTexts, personalPrefix, toErasedPlaintext } from "#domain/filters/personal.ts";
import { alertAddressName } from "#domain/shop/preferences.ts";
import { parseErasedReference } from "#domain/workspace/automations/destination.ts";
import type { Vault } from "#infra/ports/stores/vault.ts";
import { referencesFor, type WritableTexts } from "../privacy/personal-values.ts";

/**
 * Returns the address in plaintext. '' is the shop's own address; an erased one becomes a placeholder with its
 * reference.
 */
export const plaintextAlertAddress = async (vault: Pick<Vault, "readAll">, tokenized: string): Promise<string> => {
  if (tokenized === "") return "";
  const texts: PersonalTexts = await vault.readAll([tokenized]);
  return texts.get(tokenized) ?? toErasedPlaintext(tokenized);
};

/** @param before tokenized addresses the sender may have seen */
export const tokenizeAlertAddress = async (
  vault: WritableTexts,
  tenant: string,
  plaintext: string,
  before: readonly string[],
): Promise<string | Refusal> => {
  if (plaintext === "") return "";
  const previousReferences = new Set(before.filter((reference) => reference !== ""));
  const reference = parseErasedReference(plaintext);
  if (reference !== undefined)
    return previousReferences.has(reference)
      ? reference
      : refuseField({
          field: alertAddressName,
          message: "An erased address can't be used anywhere else. Enter another one, or reload the page.",
        });
  const referenceOf = await referencesFor(vault, tenant, personalPrefix, {
    texts: new Set([plaintext]),
    before: previousReferences,
  });
  return referenceOf.get(plaintext) ?? "";
};
