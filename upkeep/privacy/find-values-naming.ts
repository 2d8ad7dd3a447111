import type { PrivacySubject } from "#application/privacy/subject.ts";
import { personalPrefix } from "#domain/filters/personal.ts";
import { hasAddress } from "#domain/privacy/addresses.ts";
import { supportMessagePrefix } from "#domain/support/message.ts";
import type { UpkeepDeps } from "../deps.ts";
import { findReasonsHolding } from "./reasons-of-support.ts";

type Deps = Pick<UpkeepDeps, "vault" | "eventStore">;

/** Prefixes of values that may contain a customer's address: merchants typed them. */
const typedPrefixes = [personalPrefix, supportMessagePrefix];

/** Finds merchants' texts and support's reasons that contain the address, even within other text. */
export const findValuesNaming = async (deps: Deps, tenant: string, { email }: PrivacySubject): Promise<string[]> => {
  if (email === null) return [];
  const names = (value: string) => hasAddress(value, email);
  const typed = await Promise.all(typedPrefixes.map((prefix) => deps.vault.findMatching(tenant, prefix, names)));
  return [...typed.flat(), ...(await findReasonsHolding(deps, tenant, names))];
};
