import { decodeEvent } from "#application/events/decode-event.ts";
import { actOfReason, actReasonPrefix, supportTenant } from "#domain/console/events.ts";
import { upcasters } from "#domain/event-schemas.ts";
import type { UpkeepDeps } from "../deps.ts";

type Deps = Pick<UpkeepDeps, "vault" | "eventStore">;

/** Tenant of an act of support, `supportTenant` if it concerns no shop. Undefined if the act wasn't recorded. */
const readShopOfAct = async ({ eventStore }: Deps, reference: string): Promise<string | undefined> => {
  const [act] = await eventStore.readStream(`console-${actOfReason(reference)}`, { limit: 1 });
  return act && decodeEvent(act, upcasters).metadata.tenant;
};

const find = async (
  deps: Deps,
  holds: (value: string) => boolean,
  isWanted: (shop: string | undefined) => boolean,
): Promise<string[]> => {
  const found: string[] = [];
  for (const reference of await deps.vault.findMatching(supportTenant, actReasonPrefix, holds))
    if (isWanted(await readShopOfAct(deps, reference))) found.push(reference);
  return found;
};

/**
 * Finds reasons that hold a text, except for acts at another shop. Acts without a shop, or unrecorded ones, may concern
 * any.
 */
export const findReasonsHolding = (deps: Deps, tenant: string, holds: (value: string) => boolean): Promise<string[]> =>
  find(deps, holds, (shop) => shop === undefined || shop === tenant || shop === supportTenant);

export const findReasonsAbout = (deps: Deps, tenant: string): Promise<string[]> =>
  find(
    deps,
    () => true,
    (shop) => shop === tenant,
  );
