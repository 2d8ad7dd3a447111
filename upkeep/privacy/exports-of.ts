import { exportDecider } from "#domain/export/decider.ts";
import type { ExportState, KnownExport } from "#domain/export/state.ts";
import type { Position } from "#infra/ports/event-store.ts";
import type { JsonObject } from "#infra/ports/json.ts";
import type { StateStore } from "#infra/ports/state-store.ts";
import type { UpkeepDeps } from "../deps.ts";

/** Keys of the list begin with it; the id of the export follows. */
export const exportOfPrefix = "export-of:";
const keyOf = (exportId: string): string => `${exportOfPrefix}${exportId}`;
const index = "export-of";
/** Far more than a shop makes within a year. */
const atMost = 1_000_000;

/** `position` is that of its request. */
type NotedExport = { exportId: string; requestedAt: string; position: Position };

/**
 * The exports of each shop, for as long as anything of them is known: a list of our own, which is never behind what this process has
 * heard. After a repair all is heard again.
 */
export const noteExport = async (stateStore: StateStore, tenant: string, kept: NotedExport): Promise<void> => {
  const value: JsonObject = kept;
  await stateStore.put(keyOf(kept.exportId), value, { index: { [index]: tenant } });
};

export const forgetExport = (stateStore: StateStore, exportId: string): Promise<boolean> =>
  stateStore.delete(keyOf(exportId));

export type ExportOfShop = NotedExport & { state: KnownExport };

const isKnown = (state: ExportState): state is KnownExport => state.status !== "unknown";

/** The newest first. */
export const exportsOf = async (
  { stateStore, runner }: Pick<UpkeepDeps, "stateStore" | "runner">,
  tenant: string,
  signal?: AbortSignal,
): Promise<ExportOfShop[]> => {
  const found: ExportOfShop[] = [];
  for (const { value } of await stateStore.find<NotedExport>(index, tenant, atMost)) {
    signal?.throwIfAborted();
    const { state } = await runner.load(exportDecider, value.exportId);
    if (isKnown(state)) found.push({ ...value, state });
  }
  return found.sort((one, other) => (one.requestedAt < other.requestedAt ? 1 : -1));
};
