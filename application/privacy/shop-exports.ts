import { exportDecider } from "#domain/export/decider.ts";
import type { ExistingExport, ExportState } from "#domain/export/state.ts";
import type { JsonObject } from "#infra/ports/json.ts";
import type { Position } from "#infra/ports/stores/event-store.ts";
import type { StateStore } from "#infra/ports/stores/state-store.ts";
import type { CommandRunner } from "../commands/command-runner-types.ts";
import { forgetFetches } from "../exports/fetches.ts";

export const exportOfPrefix = "export-of:";
const keyOf = (exportId: string): string => `${exportOfPrefix}${exportId}`;
const index = "export-of";
const atMost = 1_000_000;

export type RecordedExport = {
  exportId: string;
  requestedAt: string;
  position: Position;
};

/**
 * Lists an export for its shop while anything of it is known. Maintenance keeps its own list, never behind its events.
 * Repairs rebuild it.
 */
export const recordExport = async (stateStore: StateStore, tenant: string, kept: RecordedExport): Promise<void> => {
  const value: JsonObject = kept;
  await stateStore.put(keyOf(kept.exportId), value, { index: { [index]: tenant } });
};

export const forgetExport = async (stateStore: StateStore, exportId: string): Promise<void> => {
  await forgetFetches(stateStore, exportId);
  await stateStore.delete(keyOf(exportId));
};

/** True while anything about the export is known. */
export const isRecorded = async (stateStore: Pick<StateStore, "get">, exportId: string): Promise<boolean> =>
  (await stateStore.get(keyOf(exportId))) !== undefined;

/** Lists a shop's recorded exports, newest first. */
export const listRecordedExports = async (
  stateStore: Pick<StateStore, "find">,
  tenant: string,
): Promise<RecordedExport[]> => {
  const found = await stateStore.find<RecordedExport>(index, tenant, atMost);
  const order = ({ requestedAt, exportId }: RecordedExport): string => `${requestedAt} ${exportId}`;
  return found.map(({ value }) => value).sort((one, other) => (order(one) < order(other) ? 1 : -1));
};

export type ShopExport = RecordedExport & { state: ExistingExport };

const isKnown = (state: ExportState): state is ExistingExport => state.status !== "unknown";

/** Loads a shop's exports, newest first. */
export const loadShopExports = async (
  { stateStore, runner }: { stateStore: Pick<StateStore, "find">; runner: Pick<CommandRunner, "load"> },
  tenant: string,
  signal?: AbortSignal,
): Promise<ShopExport[]> => {
  const found: ShopExport[] = [];
  for (const noted of await listRecordedExports(stateStore, tenant)) {
    signal?.throwIfAborted();
    const { state } = await runner.load(exportDecider, noted.exportId);
    if (isKnown(state)) found.push({ ...noted, state });
  }
  return found;
};
