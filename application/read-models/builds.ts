import type { JsonObject } from "#infra/ports/json.ts";
import type { Position } from "#infra/ports/stores/event-store.ts";
import type { ReadStore } from "#infra/ports/stores/read-store.ts";

/** Documents of one version of a projection. */
export type Build = {
  version: number;
  /** Grows with each claim, over all versions. */
  fence: number;
  holder: string | null;
  /** Counted up by the holder. If it stands still, the holder is gone. */
  renewals: number;
  /** True once leftovers of an earlier build of this version are gone. */
  begun: boolean;
  /** Position until which the build is incomplete; null if complete. */
  upTo: Position | null;
};

/** A projection's register in the read store. */
export type Builds = {
  /** Last fence given out. */
  fence: number;
  /** The version for readers; null before the first is complete. */
  live: number | null;
  /** Builds, at most one per version. */
  builds: Build[];
  /** Retired versions; the fence is for removing their documents. */
  leaving: { version: number; fence: number }[];
};

const none: Builds = { fence: 0, live: null, builds: [], leaving: [] };

/** Collection or checkpoint of one version: `exports@4`. */
export const toVersionedName = (name: string, version: number): string => `${name}@${version}`;

export const isComplete = ({ begun, upTo }: Build): boolean => begun && upTo === null;

export const findBuild = ({ builds }: Builds, version: number): Build | undefined =>
  builds.find((build) => build.version === version);

export const readBuilds = async (readStore: Pick<ReadStore, "readRegister">, projection: string): Promise<Builds> =>
  ((await readStore.readRegister(projection))?.value as Builds | undefined) ?? none;

/**
 * Changes the register by compare-and-set with retries. `decide` returns undefined for no change. Returns the resulting
 * state.
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

/** Returns builds with one changed; undefined if none has this fence. */
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

/** Claims a version under a new fence. Unless live, it must reach `head` to be complete, as it may have stood still. */
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
      // The new holder clears these documents itself.
      leaving: builds.leaving.filter((other) => other.version !== version),
    },
  };
};

/**
 * Version to read: the reader's own while kept up to date, so that old code reads old documents, else the live one.
 * Undefined if none is complete.
 */
export const servedVersion = (builds: Builds, own: number | undefined): number | undefined => {
  const mine = own === undefined ? undefined : findBuild(builds, own);
  if (mine && isComplete(mine) && mine.holder !== null) return own;
  return builds.live ?? undefined;
};
