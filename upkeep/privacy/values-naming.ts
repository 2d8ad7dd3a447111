import type { PrivacySubject } from "#application/privacy/subject.ts";
import { personalPrefix } from "#domain/filters/personal.ts";
import { holdsAddress } from "#domain/privacy/addresses.ts";
import { supportMessagePrefix } from "#domain/support/message.ts";
import type { UpkeepDeps } from "../deps.ts";
import { reasonsHolding } from "./reasons-of-support.ts";

type Deps = Pick<UpkeepDeps, "vault" | "eventStore">;

/** What merchants typed, in filters and to support: where a customer's address may stand. */
const typedPrefixes = [personalPrefix, supportMessagePrefix];

/** References of what a merchant typed, and of reasons that support gave, that name the customer's address, among other words too. */
export const valuesNaming = async (deps: Deps, tenant: string, { email }: PrivacySubject): Promise<string[]> => {
  if (email === null) return [];
  const names = (value: string) => holdsAddress(value, email);
  const typed = await Promise.all(typedPrefixes.map((prefix) => deps.vault.find(tenant, prefix, names)));
  return [...typed.flat(), ...(await reasonsHolding(deps, tenant, names))];
};
