import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { type Refusal, refuse } from "#domain/core/decider.ts";
import { exportDecider } from "#domain/export/decider.ts";
import { type ExportFacts, hasEnded } from "#domain/export/state.ts";
import type { Clock } from "#infra/ports/clock.ts";
import { StateConflict, type StateStore } from "#infra/ports/stores/state-store.ts";
import type { CommandRunner } from "../commands/command-runner-types.ts";
import { createKeyedSerialQueue } from "../process/keyed-serial-queue.ts";
import { stored } from "./limits.ts";

const { amount: maxWaiting, refusal } = stored.waitingExports;

export const tooManyWaiting: Refusal = refuse("too-many", refusal.message);

/** Separate kinds, so that automated reports take no permits from people. */
export type PermitKind = ExportFacts["trigger"];

/** Key prefixes; the tenant follows. */
export const permitPrefixes: Readonly<Record<PermitKind, string>> = {
  manual: "exports-let-in:",
  automated: "automated-exports-let-in:",
};

/** `since`: wall time. Only the export's stream tells if it has ended. */
export type ExportPermit = { exportId: string; since: string };

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
  /** Exports that ask next, by shop: those of one turn of the event loop, or that came while others were answered. */
  const nextBatches = new Map<string, { exportIds: string[]; taken: Promise<ReadonlySet<string>> }>();
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
        return { permit, held, waits: coming || found.status === "requested" };
      }),
    );
    return {
      held: seen.filter(({ held }) => held).map(({ permit }) => permit),
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
      const { held, waiting } =
        permits.length + fresh.length <= maxWaiting
          ? { held: permits, waiting: permits.length }
          : await findHeld(permits);
      const since = clock.wall().toISOString();
      const taken = fresh.slice(0, Math.max(0, maxWaiting - waiting)).map((exportId) => ({ exportId, since }));
      if (taken.length === 0) return known;
      try {
        await state.put(key, [...held, ...taken], { ifVersion: entry?.version ?? 0, index: { tenant } });
        return new Set([...known, ...taken.map(({ exportId }) => exportId)]);
      } catch (error) {
        if (!(error instanceof StateConflict)) throw error;
      }
    }
  };

  const startBatch = (tenant: string) => {
    const exportIds: string[] = [];
    const taken = runInSeries(tenant, async () => {
      await yieldToEventLoop();
      nextBatches.delete(tenant);
      return tryToTake(tenant, exportIds);
    });
    const batch = { exportIds, taken };
    nextBatches.set(tenant, batch);
    return batch;
  };

  return {
    acquire: async (tenant, exportId) => {
      const { exportIds, taken } = nextBatches.get(tenant) ?? startBatch(tenant);
      exportIds.push(exportId);
      return (await taken).has(exportId);
    },
  };
};
