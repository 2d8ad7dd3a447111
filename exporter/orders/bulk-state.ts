import { type BulkOperation, PlatformError } from "#infra/ports/store-platform.ts";
import type { ExporterDeps } from "../deps.ts";

/**
 * How an export reads its orders. Stored until the export ends, so that no process starts a second operation. `pages`:
 * why the orders are read page by page instead.
 */
export type BulkState = { tenant: string; shop: string } & ({ ticket: BulkOperation } | { pages: string });

/** Retention, ms: the platform ends an operation after ten days. */
const retention = 10 * 86_400_000;
const keyOf = (exportId: string): string => `bulk:${exportId}`;

export const findBulkState = async (
  { stateStore }: Pick<ExporterDeps, "stateStore">,
  exportId: string,
): Promise<BulkState | undefined> => (await stateStore.get<BulkState>(keyOf(exportId)))?.value;

export const saveBulkState = async (
  { stateStore, clock }: Pick<ExporterDeps, "stateStore" | "clock">,
  exportId: string,
  bulkState: BulkState,
): Promise<void> => {
  await stateStore.put(keyOf(exportId), bulkState, { expiresAt: new Date(clock.wall().getTime() + retention) });
};

/**
 * Stops an ended export's operation and removes its state.
 * @throws {PlatformError} unavailable: try again
 */
export const discardBulk = async (
  deps: Pick<ExporterDeps, "stateStore" | "platform" | "log">,
  exportId: string,
  signal: AbortSignal,
): Promise<void> => {
  const bulkState = await findBulkState(deps, exportId);
  if (!bulkState) return;
  if ("ticket" in bulkState) {
    const access = { tenant: bulkState.tenant, shop: bulkState.shop, signal };
    const status = await unlessRefused(deps, exportId, () => deps.platform.bulk.poll(access, bulkState.ticket));
    if (status?.kind === "running")
      await unlessRefused(deps, exportId, () => deps.platform.bulk.cancel(access, bulkState.ticket));
  }
  await deps.stateStore.delete(keyOf(exportId));
};

/** Returns undefined, and logs a warning, if the platform refuses for good. Rethrows `unavailable`. */
const unlessRefused = async <T>(
  { log }: Pick<ExporterDeps, "log">,
  exportId: string,
  ask: () => Promise<T>,
): Promise<T | undefined> => {
  try {
    return await ask();
  } catch (err) {
    if (!(err instanceof PlatformError) || err.code === "unavailable") throw err;
    log.warn({ exportId, err }, "The bulk operation of an ended export could not be stopped.");
    return undefined;
  }
};
