import { forgetInputsOf } from "#application/exports/freeze-input.ts";
import { arrivalsKeyOf } from "#application/live/arrivals.ts";
import { livePagesKeyOf } from "#application/live/live-pages.ts";
import { pageStateKeyOf } from "#application/pages/page-state.ts";
import { authorizedKey } from "#application/session/authorized-at.ts";
import { supportMailId } from "#domain/support/message.ts";
import { forgetServerKeys } from "#infra/destinations/sftp/server-keys.ts";
import type { UpkeepDeps } from "../deps.ts";
import { eraseStatuses } from "./erase-statuses.ts";
import { reasonsAbout } from "./reasons-of-support.ts";

/** Nobody is logged in to the shop any more, and we are not let in to it by the platform. */
export const endAccess = async (
  { sessions, platform }: Pick<UpkeepDeps, "sessions" | "platform">,
  tenant: string,
): Promise<void> => {
  await sessions.raiseEpoch(tenant);
  await platform.forgetTokens(tenant);
};

/** Mail to support that nobody has taken from the outbox yet. */
const emptyOutbox = async ({ eventStore, outbox }: UpkeepDeps, tenant: string): Promise<void> => {
  for (let fromVersion = 0; ; ) {
    const page = await eventStore.readStream(`support-${tenant}`, { fromVersion, limit: 500 });
    if (page.length === 0) return;
    for (const { type, data } of page)
      if (type === "SupportMessageSent") await outbox.remove(supportMailId(String(data.messageId)));
    fromVersion += page.length;
  }
};

/** What is kept of a shop beside its files, and what it said of its orders. Answers how many values of the vault there were. */
export const eraseKept = async (deps: UpkeepDeps, tenant: string, signal?: AbortSignal): Promise<number> => {
  const { stateStore, vault } = deps;
  await stateStore.delete(pageStateKeyOf(tenant));
  await stateStore.delete(livePagesKeyOf(tenant));
  await stateStore.delete(arrivalsKeyOf(tenant));
  await stateStore.delete(authorizedKey(tenant));
  await forgetInputsOf(stateStore, tenant);
  await forgetServerKeys(stateStore, tenant);
  await eraseStatuses(deps, tenant, signal);
  // Words first: a mail that is being put together finds none.
  let values = await vault.eraseOwner(tenant);
  for (const reference of await reasonsAbout(deps, tenant)) if (await vault.erase(reference)) values += 1;
  await emptyOutbox(deps, tenant);
  // Reports and alerts, which went nowhere else where there is no mail server.
  await deps.outbox.removeOf(tenant);
  return values;
};
