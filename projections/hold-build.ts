import { setTimeout as sleep } from "node:timers/promises";
import {
  type Build,
  type Builds,
  buildOf,
  changeBuilds,
  isComplete,
  withBuild,
  withClaim,
} from "#application/read-models/builds.ts";
import type { EventStore } from "#infra/ports/stores/event-store.ts";
import type { ReadStore } from "#infra/ports/stores/read-store.ts";
import type { Projection } from "./projection.ts";

/**
 * A projection's version is written by one process at a time. `length`: for so long its renewals must stand still, by the steady time of
 * who watches them, before another process may claim it, ms; so no clocks are compared. `every`: between two renewals, ms.
 */
export type Lease = { length: number; every: number };
export const ordinaryLease: Lease = { length: 6_000, every: 2_000 };
/** Where many parts are held, over a network: their renewals together are a write in each 100 ms or so. */
export const sharedLease: Lease = { length: 12_000, every: 4_000 };

/** Thrown where another process has claimed what this one held. Nothing is lost by it: its writes are refused, and it waits its turn. */
export class LeaseLost extends Error {
  override name = "LeaseLost";
}

export const leaseLost = ({ name }: Pick<Projection, "name">): LeaseLost =>
  new LeaseLost(`Another process writes the read models of ${name} now.`);

export type Holding = {
  projection: Projection;
  readStore: ReadStore;
  eventStore: EventStore;
  /** Who holds; the same one may claim again at once what it held. */
  holder: string;
  lease: Lease;
  /** Steady time, ms. */
  now: () => number;
};

/**
 * A higher version that nobody writes is kept for so long, ms: who goes forward again goes on where it was. Not longer, since nobody erases in
 * it what must be erased.
 */
export const forgottenAfter = 3_600_000;

/** Tells whose renewals stand still. Ask again and again: it only knows what it has seen. */
export const createWatch = ({ lease, now }: Pick<Holding, "lease" | "now">) => {
  const seen = new Map<number, { fence: number; renewals: number; since: number }>();
  const stillFor = ({ version, fence, renewals }: Build): number => {
    const known = seen.get(version);
    if (known && known.fence === fence && known.renewals === renewals) return now() - known.since;
    seen.set(version, { fence, renewals, since: now() });
    return 0;
  };
  return {
    isGone: (build: Build): boolean => {
      const still = stillFor(build);
      return build.holder === null || still >= lease.length;
    },
    isForgotten: (build: Build): boolean => stillFor(build) >= forgottenAfter,
  };
};

export type Watch = ReturnType<typeof createWatch>;

/** Claims a build as soon as nobody else holds it; undefined when the signal aborts before. */
export const claimBuild = async (
  holding: Holding,
  watch: Watch,
  { signal, onStandby }: { signal: AbortSignal; onStandby: () => void },
): Promise<Build | undefined> => {
  const { projection, readStore, eventStore, holder, lease } = holding;
  const { name, version } = projection;
  for (let waits = false; !signal.aborted; waits = true) {
    const head = await eventStore.headPosition();
    let claimed: Build | undefined;
    await changeBuilds(readStore, name, (builds) => {
      const known = buildOf(builds, version);
      claimed = undefined;
      if (known && known.holder !== holder && !watch.isGone(known)) return undefined;
      const claim = withClaim(builds, { version, holder, head });
      claimed = claim.build;
      return claim.builds;
    });
    if (claimed) return claimed;
    if (!waits) onStandby();
    await sleep(lease.every / 4, undefined, { signal }).catch(() => undefined);
  }
  return undefined;
};

/** Whether readers may be given this version: not while who wrote a higher one lives. */
export const mayBeLive = ({ live, builds }: Builds, version: number, watch: Watch): boolean => {
  if (live === null || version > live) return true;
  const current = builds.find((build) => build.version === live);
  return current === undefined || watch.isGone(current);
};

/**
 * What a holder does again and again with one write: says that it is there, lets its complete version be the live one, and takes versions
 * that nobody holds out of the register: lower ones at once, higher ones when they are forgotten.
 * Undefined: the build is another's now.
 */
export const tended = (builds: Builds, build: Build, watch: Watch): Builds | undefined => {
  const { version } = build;
  const mine = buildOf(builds, version);
  const next = withBuild(builds, build, { renewals: (mine?.renewals ?? 0) + 1 });
  if (!mine || !next) return undefined;
  // All of them are looked at each time: a watch only knows what it has seen.
  const leaving = next.builds.filter((other) => {
    const [gone, forgotten] = [watch.isGone(other), watch.isForgotten(other)];
    return other.version < version ? gone : other.version > version && gone && forgotten;
  });
  const live = isComplete(mine) && mayBeLive(builds, version, watch) ? version : next.live;
  if (live !== version) return { ...next, live };
  return {
    live,
    fence: next.fence + leaving.length,
    builds: next.builds.filter((other) => !leaving.includes(other)),
    leaving: [...next.leaving, ...leaving.map((other, n) => ({ version: other.version, fence: next.fence + n + 1 }))],
  };
};

/** Lets a build go, so that another process need not wait. */
export const releaseBuild = async ({ readStore, projection }: Holding, build: Build): Promise<void> => {
  await changeBuilds(readStore, projection.name, (builds) => withBuild(builds, build, { holder: null }));
};
