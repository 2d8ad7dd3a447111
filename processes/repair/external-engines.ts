import { assertShopsKnown } from "#application/session/assert-shops-known.ts";
import { readShopNames } from "#application/session/shop-names.ts";
import { tokenEraKey } from "#application/session/token-era.ts";
import type { Config } from "#infra/config/config.ts";
import type { Clock } from "#infra/ports/clock.ts";
import { HistoryDiffers } from "#infra/ports/stores/history.ts";
import { openStores, type Stores } from "#infra/stores/open-stores.ts";
import { describeDeadJobs } from "./dead-jobs.ts";
import { sessionsEndedMessage } from "./mend.ts";
import type { RepairOptions } from "./repair.ts";

const findDisagreements = async (stores: Stores): Promise<string[]> => {
  try {
    await stores.check();
    await assertShopsKnown(stores);
    return [];
  } catch (error) {
    if (!(error instanceof HistoryDiffers)) throw error;
    return [error.message];
  }
};

/**
 * Repairs external engines over ports: checks that the stores share one history, lists and retries dead jobs, and ends
 * sessions. Changes no history: that needs files, and engines have their own backups.
 * @throws {BadConfiguration} {StoreBusy} {StoreUnwritable} an engine does not answer, or denies access
 */
export const repairExternalEngines = async ({
  config,
  clock,
  endSessions = false,
  tryAgain = false,
  say,
}: Pick<RepairOptions, "endSessions" | "tryAgain" | "say"> & { config: Config; clock: Clock }): Promise<
  "in-order" | "disagrees"
> => {
  const stores = await openStores({ config, clock, readModels: "none" });
  try {
    const { stateStore, workQueue: queue } = stores;
    const disagreements = await findDisagreements(stores);
    for (const line of disagreements) say(line);
    const outcome = disagreements.length === 0 ? "in-order" : "disagrees";
    const names = new Map([...(await readShopNames(stateStore))].map(([shop, tenant]) => [tenant, shop]));
    const jobs = !tryAgain ? "listed" : outcome === "disagrees" ? "later" : "again";
    for (const line of await describeDeadJobs({ queue, names }, jobs)) say(line);
    if (endSessions && outcome === "in-order") {
      await stateStore.delete(tokenEraKey);
      say(sessionsEndedMessage);
    }
    return outcome;
  } finally {
    await stores.close();
  }
};
