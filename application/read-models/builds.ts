import type { JsonObject } from "#infra/ports/json.ts";
import type { Position } from "#infra/ports/stores/event-store.ts";
import type { ReadStore } from "#infra/ports/stores/read-store.ts";

/** The documents of one version of a projection, being made or kept up to date. */
export type Build = {
  version: number;
  /** What its holder writes under: grows with each claim, over all versions. */
  fence: number;
  /** Who writes; null when it was let go. */
  holder: string | null;
  /** Counted up by its holder. Where it stands still, the holder is gone. */
  renewals: number;
  /** Whether what an earlier build of this version left was cleared away. */
  begun: boolean;
  /** Until the build has seen this position it lacks documents; null: it lacks none. */
  upTo: Position | null;
};

/** What all processes know of a projection: its register in the read store, under its name. */
export type Builds = {
  /** The last that was given. */
  fence: number;
  /** The version that readers are given; null before the first is complete. */
  live: number | null;
  /** At most one of each version. */
  builds: Build[];
  /** Versions that nobody is to read any more, and what their documents are removed under. */
  leaving: { version: number; fence: number }[];
};

const none: Builds = { fence: 0, live: null, builds: [], leaving: [] };

/** The name of a collection, or of a checkpoint, of one version of a projection: `exports@4`. */
export const versioned = (name: string, version: number): string => `${name}@${version}`;

export const isComplete = ({ begun, upTo }: Build): boolean => begun && upTo === null;

export const buildOf = ({ builds }: Builds, version: number): Build | undefined =>
  builds.find((build) => build.version === version);

export const readBuilds = async (readStore: Pick<ReadStore, "readRegister">, projection: string): Promise<Builds> =>
  ((await readStore.readRegister(projection))?.value as Builds | undefined) ?? none;

/**
 * Changes what is known of a projection, again and again until nobody else changed it meanwhile. `decide` answers undefined where nothing
 * is to be changed. Answers what stands then.
 */
export const changeBuilds = async (
  readStore: Pick<ReadStore, "readRegister" | "writeRegister">,
  projection: string,
  decide: (builds: Builds) => Builds | undefined,
): Promise<Builds> => {
  for (;;) {
    const register = await readStore.readRegister(projection);
    const known = (register?.value as Builds | undefined) ?? none;
    const wanted = decide(known);
    if (wanted === undefined) return known;
    if (
      await readStore.writeRegister(projection, wanted as unknown as JsonObject, { ifVersion: register?.version ?? 0 })
    )
      return wanted;
  }
};

/** The same with one build changed; undefined where there is no such build under this fence. */
export const withBuild = (
  builds: Builds,
  { version, fence }: Pick<Build, "version" | "fence">,
  changes: Partial<Build>,
): Builds | undefined => {
  if (buildOf(builds, version)?.fence !== fence) return undefined;
  return {
    ...builds,
    builds: builds.builds.map((build) => (build.version === version ? { ...build, ...changes } : build)),
  };
};

/**
 * The same with a version claimed by a holder, under a new fence. One that readers are not given is complete only when it has seen what
 * is there now (`head`): it may have stood still for long.
 */
export const withClaim = (
  builds: Builds,
  { version, holder, head }: { version: number; holder: string; head: Position | undefined },
): { builds: Builds; build: Build } => {
  const fence = builds.fence + 1;
  const known = buildOf(builds, version);
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
      // Its holder clears away what was to be removed.
      leaving: builds.leaving.filter((other) => other.version !== version),
    },
  };
};

/**
 * The version that a reader is to be given: its own while that is kept up to date, so that old code reads old documents to its end; else
 * the live one. Undefined where none is complete.
 */
export const servedVersion = (builds: Builds, own: number | undefined): number | undefined => {
  const mine = own === undefined ? undefined : buildOf(builds, own);
  if (mine && isComplete(mine) && mine.holder !== null) return own;
  return builds.live ?? undefined;
};
