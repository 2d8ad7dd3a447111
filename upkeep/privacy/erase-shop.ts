import { forgetShopInputs } from "#application/exports/freeze-input.ts";
import { toArrivalsKey } from "#application/live/arrivals.ts";
import { toLivePagesKey } from "#application/live/live-pages.ts";
import { toPageStateKey } from "#application/pages/page-state.ts";
import { toAuthorizedKey } from "#application/session/authorized-at.ts";
import { toSupportMailId } from "#domain/support/message.ts";
import { forgetServerKeys } from "#infra/destinations/sftp/server-keys.ts";
import type { UpkeepDeps } from "../deps.ts";
import { eraseStatuses } from "./erase-statuses.ts";
import { findReasonsAbout } from "./reasons-of-support.ts";

/** Ends all logins of a shop and drops its platform tokens. */
export const endAccess = async (
  { sessions, platform }: Pick<UpkeepDeps, "sessions" | "platform">,
  tenant: string,
): Promise<void> => {
  await sessions.raiseEpoch(tenant);
  await platform.forgetTokens(tenant);
};

const emptyOutbox = async ({ eventStore, outbox }: UpkeepDeps, tenant: string): Promise<void> => {
  for (let fromVersion = 0; ; ) {
    const page = await eventStore.readStream(`support-${tenant}`, { fromVersion, limit: 500 });
    if (page.length === 0) return;
    for (const { type, data } of page)
      if (type === "SupportMessageSent") await outbox.remove(toSupportMailId(String(data.messageId)));
    fromVersion += page.length;
  }
};

/** Erases everything stored about a shop except its files. Returns the number of erased vault values. */
export const eraseStoredData = async (deps: UpkeepDeps, tenant: string, signal?: AbortSignal): Promise<number> => {
  const { stateStore, vault } = deps;
  await stateStore.delete(toPageStateKey(tenant));
  await stateStore.delete(toLivePagesKey(tenant));
  await stateStore.delete(toArrivalsKey(tenant));
  await stateStore.delete(toAuthorizedKey(tenant));
  await forgetShopInputs(stateStore, tenant);
  await forgetServerKeys(stateStore, tenant);
  await eraseStatuses(deps, tenant, signal);
  // Vault first, so that a mail being composed finds none.
  let values = await vault.eraseOwner(tenant);
  for (const reference of await findReasonsAbout(deps, tenant)) if (await vault.erase(reference)) values += 1;
  await emptyOutbox(deps, tenant);
  // These are reports and alerts stored for lack of a mail server.
  await deps.outbox.removeOfTenant(tenant);
  return values;
};
