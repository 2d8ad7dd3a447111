import { actOfReason, actReasonPrefix, supportTenant } from "#domain/console/events.ts";
import { upcasters } from "#domain/event-schemas.ts";
import { personalPrefix } from "#domain/filters/personal.ts";
import { holdsAddress } from "#domain/privacy/addresses.ts";
import { supportMessagePrefix } from "#domain/support/message.ts";
import { decodeEvent } from "#infra/app/decode-event.ts";
import type { PrivacySubject } from "#infra/app/privacy/subject.ts";
import type { UpkeepDeps } from "../deps.ts";

type Deps = Pick<UpkeepDeps, "vault" | "eventStore">;

/** What merchants typed, in filters and to support: where a customer's address may stand. */
const typedPrefixes = [personalPrefix, supportMessagePrefix];

/** False where support gave a reason at another shop. One of an act about no shop, or that was cut off before it was noted, may be about any. */
const mayBeAbout = async ({ eventStore }: Deps, tenant: string, reference: string): Promise<boolean> => {
  const [act] = await eventStore.readStream(`console-${actOfReason(reference)}`, { limit: 1 });
  if (act === undefined) return true;
  const about = decodeEvent(act, upcasters).metadata.tenant;
  return about === tenant || about === supportTenant;
};

/** References of what a merchant typed, and of reasons that support gave, that name the customer's address, among other words too. */
export const valuesNaming = async (deps: Deps, tenant: string, { email }: PrivacySubject): Promise<string[]> => {
  if (email === null) return [];
  const find = (owner: string, prefix: string) => deps.vault.find(owner, prefix, (value) => holdsAddress(value, email));
  const typed = await Promise.all(typedPrefixes.map((prefix) => find(tenant, prefix)));
  const reasons: string[] = [];
  for (const reference of await find(supportTenant, actReasonPrefix))
    if (await mayBeAbout(deps, tenant, reference)) reasons.push(reference);
  return [...typed.flat(), ...reasons];
};
