import { setTimeout as sleep } from "node:timers/promises";
import { contentsOf } from "#domain/read-models/documents.ts";
import type { Position } from "#infra/ports/stores/event-store.ts";
import type { Query, ReadModels, ReadStore, StoredDocument } from "#infra/ports/stores/read-store.ts";
import { readBuilds, servedVersion, versioned } from "./builds.ts";

/**
 * `other`: another version than the reader's own, which is being built, or not kept up to date; or one that has gone back behind what this
 * process saw, since an older copy of its store was put in its place. `none`: none is complete.
 */
export type Standing = "own" | "other" | "none";

/** Thrown by a read where no version is complete: what is not there may be there all the same. Answered as 503. */
export class NotBuilt extends Error {
  override name = "NotBuilt";
}

/** What was read; undefined where no version is complete: for whoever tells of several read models, and of the others all the same. */
export const whereBuilt = async <Read>(reading: Promise<Read>): Promise<Read | undefined> => {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof NotBuilt) return undefined;
    throw error;
  }
};

/** The versions of read models that a reader is given. Collections have the names of their projections. @throws {NotBuilt} by every read */
export type ServedReadModels = ReadModels & {
  /**
   * Documents that belong together, as a list does that is put in order: `isWhole` is false where one event may have changed some of
   * them and others not yet. The store promises no more than one document at a time.
   */
  findTogether(name: string, query: Query): Promise<{ found: StoredDocument[]; isWhole: boolean }>;
  /** The content of a thing in a collection that keeps contents apart. */
  content(name: string, id: string): Promise<StoredDocument | undefined>;
  /** What a reader of these is given now: the worst of them. `tenant`: whose documents alone are read; default: everybody's. */
  standing(names: readonly string[], tenant?: string): Promise<Standing>;
  /** Whether what is read from now on, of one tenant or of all, has seen a position. */
  hasSeen(name: string, position: Position, tenant?: string): Promise<boolean>;
};

/** How old may be what a reader knows of the versions, ms: it costs a read of one document. */
const knownFor = 200;

/**
 * For so long after a version was taken out of the register its documents stay, ms: nobody reads a version by what was known longer ago
 * than a quarter of it ({@link serveReadModels} reads again).
 */
export const readersGrace = 4_000;

/** How long a list is asked for again that may be half changed, ms: a batch is written in less. */
const wholeWithin = 250;

type Served = { version: number | undefined; asOf: number; wentBack: boolean };

export type ServeOptions = {
  readStore: Pick<ReadStore, "get" | "find" | "count" | "readCheckpoint" | "readRegister">;
  own?: ReadonlyMap<string, number>;
  now?: () => number;
};

/**
 * Reads the complete versions of read models from a read store in which several stand beside each other. A read never falls between a
 * switch and the removal of the old version, and never goes back behind a position that `hasSeen` confirmed here.
 * `own`: the versions that the reader's code was made for, by name; of others it is given the live ones. `now`: steady time, ms.
 */
export const serveReadModels = ({
  readStore,
  own = new Map(),
  now = () => performance.now(),
}: ServeOptions): ServedReadModels => {
  const served = new Map<string, Served>();
  /** The greatest position that was confirmed, by name. */
  const confirmed = new Map<string, Position>();
  /** The greatest checkpoint that was read here, by version. */
  const furthest = new Map<string, Position>();

  const checkpointOf = async (collection: string): Promise<{ position: Position; wentBack: boolean }> => {
    // What another look finds meanwhile is newer than what this one asked for, and tells nothing of it.
    const before = furthest.get(collection) ?? "";
    const position = (await readStore.readCheckpoint(collection))?.position ?? "";
    if (position > (furthest.get(collection) ?? "")) furthest.set(collection, position);
    return { position, wentBack: position < before };
  };

  const look = async (name: string): Promise<Served> => {
    const asOf = now();
    const builds = await readBuilds(readStore, name);
    const wanted = servedVersion(builds, own.get(name));
    const seen = wanted === undefined ? { position: "", wentBack: false } : await checkpointOf(versioned(name, wanted));
    // From here on nothing is awaited: what is confirmed meanwhile counts.
    const current = served.get(name);
    const isThere = builds.builds.some(({ version }) => version === current?.version);
    const holds =
      current?.version !== undefined &&
      current.version !== wanted &&
      isThere &&
      seen.position < (confirmed.get(name) ?? "");
    const found = { version: holds ? current.version : wanted, asOf, wentBack: seen.wentBack };
    if (current && current.asOf > asOf) return current;
    served.set(name, found);
    return found;
  };

  const resolve = async (name: string): Promise<Served> => {
    const current = served.get(name);
    return current?.version !== undefined && now() - current.asOf < knownFor ? current : look(name);
  };

  /** Nothing may be what is left of a version that was removed, or of a file; so may be what a process read that stood still meanwhile. */
  const read = async <T>(
    name: string,
    isNothing: (result: T) => boolean,
    work: (collection: string, version: number) => Promise<T>,
  ): Promise<T> => {
    for (;;) {
      const { version, asOf } = await resolve(name);
      if (version === undefined) throw new NotBuilt(`No version of the read models of ${name} is complete.`);
      const result = await work(versioned(name, version), version);
      if (!isNothing(result) && now() - asOf < readersGrace / 4) return result;
      if ((await look(name)).version === version) return result;
    }
  };

  /**
   * Rows come before their checkpoint: of a change that is half made, some document is newer than the checkpoint was before. Projections
   * see to it that it is one that can be seen (places before deletions).
   */
  const findTogether: ServedReadModels["findTogether"] = async (name, query) => {
    const end = now() + wholeWithin;
    for (let pause = 2; ; pause *= 2) {
      const { found, upTo } = await read<{ found: StoredDocument[]; upTo: Position }>(
        name,
        (result) => result.found.length === 0,
        async (collection) => {
          const upTo = (await readStore.readCheckpoint(collection))?.position ?? "";
          return { found: await readStore.find(collection, query), upTo };
        },
      );
      const isWhole = found.every(({ position }) => position <= upTo);
      if (isWhole || now() + pause > end) return { found, isWhole };
      await sleep(pause);
    }
  };

  return {
    findTogether,
    get: (name, id) =>
      read(
        name,
        (found) => found === undefined,
        (collection) => readStore.get(collection, id),
      ),
    content: (name, id) =>
      read(
        name,
        (found) => found === undefined,
        (_, version) => readStore.get(versioned(contentsOf(name).name, version), id),
      ),
    find: (name, query) =>
      read(
        name,
        (found) => found.length === 0,
        (collection) => readStore.find(collection, query),
      ),
    count: (name, where, options) =>
      read(
        name,
        (found) => found === 0,
        (collection) => readStore.count(collection, where, options),
      ),
    async standing(names) {
      let worst: Standing = "own";
      for (const name of names) {
        const { version, wentBack } = await resolve(name);
        if (version === undefined) return "none";
        if (wentBack || (own.has(name) && version !== own.get(name))) worst = "other";
      }
      return worst;
    },
    async hasSeen(name, position) {
      const { version } = await resolve(name);
      if (version === undefined) return false;
      const checkpoint = await checkpointOf(versioned(name, version));
      if (checkpoint.position < position || served.get(name)?.version !== version) return false;
      if ((confirmed.get(name) ?? "") < position) confirmed.set(name, position);
      return true;
    },
  };
};
