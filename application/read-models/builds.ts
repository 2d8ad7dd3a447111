import type { JsonObject } from "#infra/ports/json.ts";
import type { Position } from "#infra/ports/stores/event-store.ts";
import type { ReadStore } from "#infra/ports/stores/read-store.ts";

/** Documents of one version of a projection, being built or kept up to date. */
export type Build = {
  version: number;
  /** Fencing token of its writer; grows with each claim, over all versions. */
  fence: number;
  /** The current writer; null when released. */
  holder: string | null;
  /** Counted up by the holder. If it stands still, the holder is gone. */
  renewals: number;
  /** True once leftovers of an earlier build of this version were cleared. */
  begun: boolean;
  /** The build is incomplete until it reaches this position; null means complete. */
  upTo: Position | null;
};

/** Shared state of a projection: its register in the read store, under its name. */
export type Builds = {
  /** The last fence given out. */
  fence: number;
  /** The version readers get; null before the first is complete. */
  live: number | null;
  /** Builds of the read model, at most one per version. */
  builds: Build[];
  /** Retired versions, with the fence for removing their documents. */
  leaving: { version: number; fence: number }[];
};

const none: Builds = { fence: 0, live: null, builds: [], leaving: [] };

/** Collection or checkpoint name of one version: `exports@4`. */
export const toVersionedName = (name: string, version: number): string => `${name}@${version}`;

export const isComplete = ({ begun, upTo }: Build): boolean => begun && upTo === null;

export const findBuild = ({ builds }: Builds, version: number): Build | undefined =>
  builds.find((build) => build.version === version);

export const readBuilds = async (readStore: Pick<ReadStore, "readRegister">, projection: string): Promise<Builds> =>
  ((await readStore.readRegister(projection))?.value as Builds | undefined) ?? none;

/**
 * Changes a projection's state by compare-and-set, with retries. `decide` returns undefined for no change. Returns the
 * resulting state.
 */
export const changeBuilds = async (
  readStore: Pick<ReadStore, "readRegister" | "writeRegister">,
  projection: string,
  decide: (builds: Builds) => Builds | undefined,
): Promise<Builds> => {
  for (;;) {
    const register = await readStore.readRegister(projection);
    const known = (register?.value as Builds | undefined) ?? none;
    const next = decide(known);
    if (next === undefined) return known;
    if (await readStore.writeRegister(projection, next as unknown as JsonObject, { ifVersion: register?.version ?? 0 }))
      return next;
  }
};

/** Returns the state with one build changed; undefined if there is no build with this fence. */
export const withBuild = (
  builds: Builds,
  { version, fence }: Pick<Build, "version" | "fence">,
  changes: Partial<Build>,
): Builds | undefined => {
  if (findBuild(builds, version)?.fence !== fence) return undefined;
  return {
    ...builds,
    builds: builds.builds.map((build) => (build.version === version ? { ...build, ...changes } : build)),
  };
};

/**
 * Claims a version for a holder, under a new fence. A version that is not live must reach `head` to be complete, as it
 * may have stood still.
 */
export const withClaim = (
  builds: Builds,
  { version, holder, head }: { version: number; holder: string; head: Position | undefined },
): { builds: Builds; build: Build } => {
  const fence = builds.fence + 1;
  const known = findBuild(builds, version);
  const build: Build = {
    version,
    fence,
    holder,
    renewals: 0,
    begun: known?.begun ?? false,
    upTo: builds.live === version ? null : (head ?? null),
  };
  return {
    build,
    builds: {
      ...builds,
      fence,
      builds: [...builds.builds.filter((other) => other.version !== version), build],
      // The new holder clears those documents itself.
      leaving: builds.leaving.filter((other) => other.version !== version),
    },
  };
};

/**
 * Returns the version for a reader: its own while kept up to date, so that old code reads old documents, else the live
 * one. Undefined if none is complete.
 */
export const servedVersion = (builds: Builds, own: number | undefined): number | undefined => {
  const mine = own === undefined ? undefined : findBuild(builds, own);
  if (mine && isComplete(mine) && mine.holder !== null) return own;
  return builds.live ?? undefined;
};
