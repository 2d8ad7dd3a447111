import { LRUCache } from "lru-cache";
import { arrivalsKnownMinutes } from "#domain/retention/retention.ts";
import type { Clock } from "#infra/ports/clock.ts";
import type { Log } from "#infra/ports/log.ts";
import { StateConflict, type StateStore } from "#infra/ports/stores/state-store.ts";
import { arrivalsKept, Kept, type Told, withTold } from "./arrival.ts";
import { createWatched } from "./watched.ts";

/** State key of what the platform told of a shop's orders while somebody looked at them. */
export const arrivalsKeyOf = (tenant: string): string => `live-arrivals:${tenant}`;

/** So long arrivals are kept after somebody looked last, and that is said anew when less than half of it is left, ms. */
const watchedFor = arrivalsKnownMinutes * 60_000;
/** So long a process takes it that nobody looks at a shop, ms. */
const unwatchedFor = 5_000;
/** Between two writes for one shop, ms: however many web hooks come. */
const writeEvery = 500;
const mostShops = 20_000;

export type Arrivals = {
  /** Somebody looks at a shop's orders: from now on it is kept what arrives. */
  watch(tenant: string): Promise<void>;
  /** Tells of an order; answered before it is written, as it is a hint and no more. Costs nothing where nobody looks. */
  tell(tenant: string, told: Told): void;
  /** What was told of, oldest first; undefined where nobody looks. */
  read(tenant: string): Promise<Kept | undefined>;
  /** When something was told of last, ISO; undefined where nothing was. */
  lastHeard(tenant: string): Promise<string | undefined>;
  /** What was told is written. For tests. */
  settled(): Promise<void>;
  /** Calls back soon after something was told in this process or another; the answer takes that back. */
  follow(tenant: string, listener: (kept: Kept) => void): () => void;
};

/**
 * What the platform tells of a shop's orders, for those who look at them: an entry of the state store for each shop that somebody looks at, which
 * every web process reads (ADR 94). It holds numbers of orders and instants, and goes half an hour after the last one looked.
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
  /** Until when, in steady ms. */
  const unwatched = new LRUCache<string, number>({ max: mostShops });
  const isUnwatched = (tenant: string): boolean => (unwatched.get(tenant) ?? 0) > clock.steady();
  const saidUntil = new LRUCache<string, number>({ max: mostShops });
  const waiting = new Map<string, Told[]>();
  const writing = new Map<string, Promise<void>>();

  const read = async (tenant: string) => {
    const entry = await state.get(arrivalsKeyOf(tenant));
    const kept = Kept.safeParse(entry?.value);
    return entry && kept.success ? { kept: kept.data, version: entry.version } : undefined;
  };
  const put = (tenant: string, kept: Kept, ifVersion: number) =>
    state.put(arrivalsKeyOf(tenant), kept, {
      ifVersion,
      expiresAt: new Date(kept.until),
      index: { tenant },
      durable: "soon",
    });
  /** Again where another process was faster. */
  const change = async (tenant: string, next: (known: Kept | undefined) => Kept | undefined): Promise<void> => {
    for (;;) {
      const known = await read(tenant);
      const kept = next(known?.kept);
      if (kept === undefined) return;
      try {
        await put(tenant, kept, known?.version ?? 0);
        return;
      } catch (error) {
        if (!(error instanceof StateConflict)) throw error;
      }
    }
  };
  const watched = createWatched({ read: async (tenant) => (await read(tenant))?.kept, log });

  const write = async (tenant: string): Promise<void> => {
    const told = waiting.get(tenant) ?? [];
    waiting.delete(tenant);
    await change(tenant, (known) => {
      if (known === undefined) unwatched.set(tenant, clock.steady() + unwatchedFor);
      return known && withTold(known, told, clock.now().toISOString());
    });
    watched.look(tenant);
  };
  const pause = () =>
    new Promise<void>((resolve) => {
      setTimeout(resolve, writeEvery).unref();
    });
  const writeAll = async (tenant: string): Promise<void> => {
    try {
      while (waiting.has(tenant)) {
        await write(tenant);
        if (!isUnwatched(tenant)) await pause();
      }
    } catch (err) {
      log.warn({ err, tenant }, "It could not be kept that orders arrived; open live pages do not tell of them.");
    } finally {
      writing.delete(tenant);
    }
  };

  return {
    async watch(tenant) {
      unwatched.delete(tenant);
      const now = clock.wall().getTime();
      if ((saidUntil.get(tenant) ?? 0) - now > watchedFor / 2) return;
      const until = now + watchedFor;
      try {
        await change(tenant, (known) => {
          if (known && Date.parse(known.until) - now > watchedFor / 2) return undefined;
          const fresh = { first: now, last: now, news: 0, arrivals: [] };
          return { ...(known ?? fresh), until: new Date(until).toISOString() };
        });
        saidUntil.set(tenant, until);
      } catch (err) {
        // Beside a full disk a live page goes on, and is not told of orders.
        log.warn({ err, tenant }, "It could not be kept that somebody looks at a live page; it is not told of orders.");
      }
    },
    tell(tenant, told) {
      if (isUnwatched(tenant)) return;
      // More than are kept would push each other out.
      waiting.set(tenant, [...(waiting.get(tenant) ?? []), told].slice(-arrivalsKept));
      if (!writing.has(tenant)) writing.set(tenant, writeAll(tenant));
    },
    read: async (tenant) => (await read(tenant))?.kept,
    lastHeard: async (tenant) => (await read(tenant))?.kept.arrivals.at(-1)?.at,
    async settled() {
      while (writing.size > 0) await Promise.all(writing.values());
    },
    follow: watched.follow,
  };
};
