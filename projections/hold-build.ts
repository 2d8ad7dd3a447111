import { setTimeout as sleep } from "node:timers/promises";
import {
  type Build,
  type Builds,
  changeBuilds,
  findBuild,
  isComplete,
  withBuild,
  withClaim,
} from "#application/read-models/builds.ts";
import type { EventStore } from "#infra/ports/stores/event-store.ts";
import type { ReadStore } from "#infra/ports/stores/read-store.ts";
import type { Projection } from "./projection.ts";

/** Lease of a projection's version: only one process at a time writes it. */
export type Lease = {
  /** Time without renewals until another may claim it, ms of the watcher's steady clock: no clocks are compared. */
  length: number;
  /** Renewal interval, ms. */
  every: number;
};
export const ordinaryLease: Lease = { length: 6_000, every: 2_000 };
/** Lease for many parts over a network: together about one renewal per 100 ms. */
export const sharedLease: Lease = { length: 12_000, every: 4_000 };

/** Another process has claimed this build. Nothing is lost: our writes are refused, and we wait to claim it again. */
export class LeaseLost extends Error {
  override name = "LeaseLost";
}

export const createLeaseLostError = ({ name }: Pick<Projection, "name">): LeaseLost =>
  new LeaseLost(`Another process writes the read models of ${name} now.`);

export type Holding = {
  projection: Projection;
  readStore: ReadStore;
  eventStore: EventStore;
  /** This process, which may reclaim at once. */
  holder: string;
  lease: Lease;
  now: () => number;
};

/**
 * Time that a higher version without a writer is kept for another upgrade, ms. No longer, as erasures don't reach it.
 */
export const abandonedAfter = 3_600_000;

/** Detects holders that stopped renewing. Must be polled: it only knows what it has seen. */
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
    isForgotten: (build: Build): boolean => stillFor(build) >= abandonedAfter,
  };
};

export type Watch = ReturnType<typeof createWatch>;

/** Waits until the build is free. Undefined if the signal aborts first. */
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
      const known = findBuild(builds, version);
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

/** True if no higher live version has a living writer. */
export const mayBeLive = ({ live, builds }: Builds, version: number, watch: Watch): boolean => {
  if (live === null || version > live) return true;
  const current = builds.find((build) => build.version === live);
  return current === undefined || watch.isGone(current);
};

/**
 * Renews the holder's lease, makes its complete version live, and drops abandoned versions: lower ones at once, higher
 * ones once forgotten. Undefined: someone else holds the build.
 */
export const tendRegister = (builds: Builds, build: Build, watch: Watch): Builds | undefined => {
  const { version } = build;
  const ownBuild = findBuild(builds, version);
  const next = withBuild(builds, build, { renewals: (ownBuild?.renewals ?? 0) + 1 });
  if (!ownBuild || !next) return undefined;
  // Checks all each time: a watch only knows what it has seen.
  const leaving = next.builds.filter((other) => {
    const [gone, forgotten] = [watch.isGone(other), watch.isForgotten(other)];
    return other.version < version ? gone : other.version > version && gone && forgotten;
  });
  const live = isComplete(ownBuild) && mayBeLive(builds, version, watch) ? version : next.live;
  if (live !== version) return { ...next, live };
  return {
    live,
    fence: next.fence + leaving.length,
    builds: next.builds.filter((other) => !leaving.includes(other)),
    leaving: [...next.leaving, ...leaving.map((other, n) => ({ version: other.version, fence: next.fence + n + 1 }))],
  };
};

/** Releases a build, so that nobody has to wait for its lease. */
export const releaseBuild = async ({ readStore, projection }: Holding, build: Build): Promise<void> => {
  await changeBuilds(readStore, projection.name, (builds) => withBuild(builds, build, { holder: null }));
};
