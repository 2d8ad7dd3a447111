import type { PrivacySubject } from "#application/privacy/subject.ts";
import { personalPrefix } from "#domain/filters/personal.ts";
import { holdsAddress } from "#domain/privacy/addresses.ts";
import { supportMessagePrefix } from "#domain/support/message.ts";
import type { UpkeepDeps } from "../deps.ts";
import { reasonsHolding } from "./reasons-of-support.ts";

type Deps = Pick<UpkeepDeps, "vault" | "eventStore">;

/** Prefixes of texts that merchants typed, in filters and to support. They may contain a customer's address. */
const typedPrefixes = [personalPrefix, supportMessagePrefix];

/**
 * References of merchants' texts and of support's reasons that contain the customer's address, even within other text.
 */
export const valuesNaming = async (deps: Deps, tenant: string, { email }: PrivacySubject): Promise<string[]> => {
  if (email === null) return [];
  const names = (value: string) => holdsAddress(value, email);
  const typed = await Promise.all(typedPrefixes.map((prefix) => deps.vault.find(tenant, prefix, names)));
  return [...typed.flat(), ...(await reasonsHolding(deps, tenant, names))];
};
