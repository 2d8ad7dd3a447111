import type { PrivacySubject } from "#application/privacy/subject.ts";
import { personalPrefix } from "#domain/filters/personal.ts";
import { hasAddress } from "#domain/privacy/addresses.ts";
import { supportMessagePrefix } from "#domain/support/message.ts";
import type { UpkeepDeps } from "../deps.ts";
import { findReasonsHolding } from "./reasons-of-support.ts";

type Deps = Pick<UpkeepDeps, "vault" | "eventStore">;

/** Prefixes of texts that merchants typed, in filters and to support. They may contain a customer's address. */
const typedPrefixes = [personalPrefix, supportMessagePrefix];

/**
 * References of merchants' texts and of support's reasons that contain the customer's address, even within other text.
 */
export const findValuesNaming = async (deps: Deps, tenant: string, { email }: PrivacySubject): Promise<string[]> => {
  if (email === null) return [];
  const names = (value: string) => hasAddress(value, email);
  const typed = await Promise.all(typedPrefixes.map((prefix) => deps.vault.findMatching(tenant, prefix, names)));
  return [...typed.flat(), ...(await findReasonsHolding(deps, tenant, names))];
};
