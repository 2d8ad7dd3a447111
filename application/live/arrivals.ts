import { LRUCache } from "lru-cache";
import { arrivalsKeptMinutes } from "#domain/retention/retention.ts";
import type { Clock } from "#infra/ports/clock.ts";
import type { Log } from "#infra/ports/log.ts";
import { StateConflict, type StateStore } from "#infra/ports/stores/state-store.ts";
import { maxArrivals, type ReportedOrder, WatchState, withReported } from "./arrival.ts";
import { createWatchPoller } from "./watch-poller.ts";

export const toArrivalsKey = (tenant: string): string => `live-arrivals:${tenant}`;

/** Length of a watch, ms, renewed once less than half is left. */
const watchDuration = arrivalsKeptMinutes * 60_000;
/** Time for which a process takes a shop as unwatched, ms. */
const unwatchedCacheTime = 5_000;
/** Time between writes for one shop, ms. */
const writeInterval = 500;
const maxShops = 20_000;

export type Arrivals = {
  /** Keeps arrivals from now on, for a viewer. */
  watch(tenant: string): Promise<void>;
  /** Returns before the write, since it is only a hint. Cheap if nobody watches. */
  report(tenant: string, order: ReportedOrder): void;
  /** Reads the state, oldest arrival first; undefined if nobody watches. */
  read(tenant: string): Promise<WatchState | undefined>;
  /** Time of the last report, ISO; undefined if there was none. */
  lastReportedAt(tenant: string): Promise<string | undefined>;
  /** Resolves once all reports are written. */
  flushed(): Promise<void>;
  /** Calls back soon after a report in any process. Returns a function that stops following. */
  follow(tenant: string, listener: (kept: WatchState) => void): () => void;
};

/**
 * Reported orders for live pages: one state entry per watched shop, for every web process (ADR 94). Holds only order
 * numbers and instants; expires half an hour after the last look.
 */
export const createArrivals = ({
  state,
  clock,
  log,
}: {
  state: StateStore;
  clock: Clock;
  log: Pick<Log, "warn">;
}): Arrivals => {
  /** Shops assumed to be unwatched until a steady time, ms. */
  const unwatched = new LRUCache<string, number>({ max: maxShops });
  const isUnwatched = (tenant: string): boolean => (unwatched.get(tenant) ?? 0) > clock.steady();
  const renewedUntil = new LRUCache<string, number>({ max: maxShops });
  const reportsByTenant = new Map<string, ReportedOrder[]>();
  const writing = new Map<string, Promise<void>>();

  const read = async (tenant: string) => {
    const entry = await state.get(toArrivalsKey(tenant));
    const kept = WatchState.safeParse(entry?.value);
    return entry && kept.success ? { kept: kept.data, version: entry.version } : undefined;
  };
  const put = (tenant: string, watchState: WatchState, ifVersion: number) =>
    state.put(toArrivalsKey(tenant), watchState, {
      ifVersion,
      expiresAt: new Date(watchState.until),
      index: { tenant },
      durable: "soon",
    });
  const change = async (
    tenant: string,
    next: (known: WatchState | undefined) => WatchState | undefined,
  ): Promise<void> => {
    for (;;) {
      const current = await read(tenant);
      const watchState = next(current?.kept);
      if (watchState === undefined) return;
      try {
        await put(tenant, watchState, current?.version ?? 0);
        return;
      } catch (error) {
        if (!(error instanceof StateConflict)) throw error;
      }
    }
  };
  const watched = createWatchPoller({ read: async (tenant) => (await read(tenant))?.kept, log });

  const write = async (tenant: string): Promise<void> => {
    const reports = reportsByTenant.get(tenant) ?? [];
    reportsByTenant.delete(tenant);
    await change(tenant, (known) => {
      if (known === undefined) unwatched.set(tenant, clock.steady() + unwatchedCacheTime);
      return known && withReported(known, reports, clock.now().toISOString());
    });
    watched.look(tenant);
  };
  const pause = () =>
    new Promise<void>((resolve) => {
      setTimeout(resolve, writeInterval).unref();
    });
  const writeAll = async (tenant: string): Promise<void> => {
    try {
      while (reportsByTenant.has(tenant)) {
        await write(tenant);
        if (!isUnwatched(tenant)) await pause();
      }
    } catch (err) {
      log.warn({ err, tenant }, "New orders could not be recorded; open live pages won't announce them.");
    } finally {
      writing.delete(tenant);
    }
  };

  return {
    async watch(tenant) {
      unwatched.delete(tenant);
      const now = clock.wall().getTime();
      if ((renewedUntil.get(tenant) ?? 0) - now > watchDuration / 2) return;
      const until = now + watchDuration;
      try {
        await change(tenant, (known) => {
          if (known && Date.parse(known.until) - now > watchDuration / 2) return undefined;
          const fresh = { first: now, last: now, news: 0, arrivals: [], seen: [] };
          return { ...(known ?? fresh), until: new Date(until).toISOString() };
        });
        renewedUntil.set(tenant, until);
      } catch (err) {
        // The live page works without it, but is not told of orders.
        log.warn({ err, tenant }, "A live page's viewer could not be recorded; the page won't be told of new orders.");
      }
    },
    report(tenant, reports) {
      if (isUnwatched(tenant)) return;
      // More reports would be dropped anyway.
      reportsByTenant.set(tenant, [...(reportsByTenant.get(tenant) ?? []), reports].slice(-maxArrivals));
      if (!writing.has(tenant)) writing.set(tenant, writeAll(tenant));
    },
    read: async (tenant) => (await read(tenant))?.kept,
    lastReportedAt: async (tenant) => (await read(tenant))?.kept.arrivals.at(-1)?.at,
    async flushed() {
      while (writing.size > 0) await Promise.all(writing.values());
    },
    follow: watched.follow,
  };
};
