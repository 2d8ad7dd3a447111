import { type Refusal, refuse } from "#domain/core/decider.ts";
import { exportDecider } from "#domain/export/decider.ts";
import { hasEnded } from "#domain/export/state.ts";
import type { Clock } from "#infra/ports/clock.ts";
import { StateConflict, type StateStore } from "#infra/ports/stores/state-store.ts";
import type { CommandRunner } from "../commands/command-runner-types.ts";
import { createKeyedSerialQueue } from "../process/keyed-serial-queue.ts";
import { type ExportPermit, type PermitKind, permitPrefixes } from "./permit-records.ts";

/** Maximum per shop (D-5), for manual and automated exports each. */
export const maxWaiting = 20;

export const tooManyWaiting: Refusal = refuse(
  "too-many",
  `${maxWaiting} reports are already waiting. Wait for one to finish, or cancel one.`,
);

/** Time after which a permit without a request is free, ms: its process died, or the request was refused. */
const unrequestedTimeout = 60_000;

export type ExportPermits = {
  /** Takes a permit; false if there is none. Idempotent per export. */
  acquire(tenant: string, exportId: string): Promise<boolean>;
};

/**
 * Permits of each shop's unfinished exports in one state entry. Compare-and-set takes one before the request, so
 * concurrent requests in any process cannot share it. Permits are never returned: when they run short, the exports'
 * streams show which have ended.
 */
export const createExportPermits = (
  { state, runner, clock }: { state: StateStore; runner: Pick<CommandRunner, "load">; clock: Pick<Clock, "wall"> },
  permitKind: PermitKind = "manual",
): ExportPermits => {
  // Requests of one process must not conflict with each other.
  const runInSeries = createKeyedSerialQueue();

  /** Running exports keep their permits, since they may be handed back. */
  const findHeld = async (permits: readonly ExportPermit[]): Promise<{ held: ExportPermit[]; waiting: number }> => {
    const now = clock.wall().getTime();
    const seen = await Promise.all(
      permits.map(async (permit) => {
        const { state: found } = await runner.load(exportDecider, permit.exportId);
        const coming = found.status === "unknown" && Math.abs(now - Date.parse(permit.since)) < unrequestedTimeout;
        const held = coming || (found.status !== "unknown" && !hasEnded(found));
        return { place: permit, held, waits: coming || found.status === "requested" };
      }),
    );
    return {
      held: seen.filter(({ held }) => held).map(({ place: permit }) => permit),
      waiting: seen.filter(({ waits }) => waits).length,
    };
  };

  const take = async (tenant: string, exportId: string): Promise<boolean> => {
    const key = `${permitPrefixes[permitKind]}${tenant}`;
    for (;;) {
      const entry = await state.get<ExportPermit[]>(key);
      const permits = entry?.value ?? [];
      if (permits.some((permit) => permit.exportId === exportId)) return true;
      const { held, waiting } =
        permits.length < maxWaiting ? { held: permits, waiting: permits.length } : await findHeld(permits);
      if (waiting >= maxWaiting) return false;
      const taken = { exportId, since: clock.wall().toISOString() };
      if (await putIfUnchanged(state, key, [...held, taken], entry?.version ?? 0, tenant)) return true;
    }
  };

  return { acquire: (tenant, exportId) => runInSeries(tenant, () => take(tenant, exportId)) };
};

const putIfUnchanged = async (
  state: StateStore,
  key: string,
  permits: ExportPermit[],
  ifVersion: number,
  tenant: string,
): Promise<boolean> => {
  try {
    await state.put(key, permits, { ifVersion, index: { tenant } });
    return true;
  } catch (error) {
    if (error instanceof StateConflict) return false;
    throw error;
  }
};
