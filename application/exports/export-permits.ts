import { setImmediate as yieldToEventLoop } from "node:timers/promises";
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
  type Asking = { exportId: string; answer: (taken: boolean) => void; fail: (error: unknown) => void };
  const asking = new Map<string, Asking[]>();
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

  /** Takes permits for the first exports while there are any. Returns all exports that have one. */
  const tryToTake = async (tenant: string, exportIds: readonly string[]): Promise<ReadonlySet<string>> => {
    const key = `${permitPrefixes[permitKind]}${tenant}`;
    for (;;) {
      const entry = await state.get<ExportPermit[]>(key);
      const permits = entry?.value ?? [];
      const known = new Set(permits.map(({ exportId }) => exportId));
      const fresh = [...new Set(exportIds)].filter((exportId) => !known.has(exportId));
      if (fresh.length === 0) return known;
      const { held: active, waiting } =
        permits.length + fresh.length <= maxWaiting
          ? { held: permits, waiting: permits.length }
          : await findHeld(permits);
      const since = clock.wall().toISOString();
      const taken = fresh.slice(0, Math.max(0, maxWaiting - waiting)).map((exportId) => ({ exportId, since }));
      if (taken.length === 0) return known;
      if (await putIfUnchanged(state, key, [...active, ...taken], entry?.version ?? 0, tenant))
        return new Set([...known, ...taken.map(({ exportId }) => exportId)]);
    }
  };

  /**
   * Answers a shop's requests in batches: those of one turn of the event loop, or that came while others were answered.
   */
  const answerAll = async (tenant: string): Promise<void> => {
    await yieldToEventLoop();
    const all = asking.get(tenant) ?? [];
    asking.delete(tenant);
    try {
      const taken = await tryToTake(
        tenant,
        all.map(({ exportId }) => exportId),
      );
      for (const { exportId, answer } of all) answer(taken.has(exportId));
    } catch (error) {
      for (const { fail } of all) fail(error);
    }
  };

  return {
    acquire: (tenant, exportId) =>
      new Promise((answer, fail) => {
        const others = asking.get(tenant);
        others?.push({ exportId, answer, fail });
        if (others) return;
        asking.set(tenant, [{ exportId, answer, fail }]);
        void runInSeries(tenant, () => answerAll(tenant));
      }),
  };
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
