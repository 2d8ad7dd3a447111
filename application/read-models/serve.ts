import { setTimeout as sleep } from "node:timers/promises";
import { defineContents } from "#domain/read-models/documents.ts";
import type { Position } from "#infra/ports/stores/event-store.ts";
import type { Query, ReadModels, ReadStore, StoredDocument } from "#infra/ports/stores/read-store.ts";
import { readBuilds, servedVersion, toVersionedName } from "./builds.ts";

/**
 * `other`: not the reader's version, which is being built or not kept up to date; or behind what this process saw,
 * after the store was restored. `none`: no version is complete.
 */
export type ReadModelStatus = "own" | "other" | "none";

/** Thrown when no version is complete: a missing document may exist. The API responds with 503. */
export class NotBuilt extends Error {
  override name = "NotBuilt";
}

/** Maps {@link NotBuilt} to undefined, for callers that combine several read models. */
export const undefinedUnlessBuilt = async <Read>(reading: Promise<Read>): Promise<Read | undefined> => {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof NotBuilt) return undefined;
    throw error;
  }
};

/**
 * Versioned read models. Collections have their projections' names.
 * @throws {NotBuilt} by every read
 */
export type ServedReadModels = ReadModels & {
  /**
   * Reads documents that belong together, like an ordered list. `isWhole` is false if one event may have changed only
   * some, as the store writes single documents.
   */
  findConsistent(name: string, query: Query): Promise<{ found: StoredDocument[]; isWhole: boolean }>;
  /** Reads the content of a document, in a collection with separate contents. */
  getContent(name: string, id: string): Promise<StoredDocument | undefined>;
  /** The worst status among these. Default: all tenants. */
  getStatus(names: readonly string[], tenant?: string): Promise<ReadModelStatus>;
  /** True if reads from now on have seen the position. */
  hasSeen(name: string, position: Position, tenant?: string): Promise<boolean>;
};

/** Time for which a version is cached, ms. A refresh reads one document. */
const versionCacheTime = 200;

/**
 * Time for which documents outlive their version in the register, ms. Readers refresh after a quarter of it
 * ({@link serveReadModels}).
 */
export const readersGrace = 4_000;

/** Retry time for a half-changed list, ms. A batch takes less. */
const consistencyTimeout = 250;

type Served = { version: number | undefined; asOf: number; wentBack: boolean };

export type ServeOptions = {
  readStore: Pick<ReadStore, "get" | "find" | "count" | "readCheckpoint" | "readRegister">;
  ownVersions?: ReadonlyMap<string, number>;
  now?: () => number;
};

/**
 * Reads the complete version of each read model. Reads never hit a removed version, nor go back behind a position
 * confirmed by `hasSeen`. `ownVersions`: of this code, by name; others get the live one. `now`: steady time, ms.
 */
export const serveReadModels = ({
  readStore,
  ownVersions = new Map(),
  now = () => performance.now(),
}: ServeOptions): ServedReadModels => {
  const served = new Map<string, Served>();
  const confirmed = new Map<string, Position>();
  const furthest = new Map<string, Position>();

  const checkpointOf = async (collection: string): Promise<{ position: Position; wentBack: boolean }> => {
    // Taken before the read, as concurrent reads may raise it.
    const before = furthest.get(collection) ?? "";
    const position = (await readStore.readCheckpoint(collection))?.position ?? "";
    if (position > (furthest.get(collection) ?? "")) furthest.set(collection, position);
    return { position, wentBack: position < before };
  };

  const loadServed = async (name: string): Promise<Served> => {
    const asOf = now();
    const builds = await readBuilds(readStore, name);
    const target = servedVersion(builds, ownVersions.get(name));
    const checkpointState =
      target === undefined ? { position: "", wentBack: false } : await checkpointOf(toVersionedName(name, target));
    // There is no await from here on, to miss no confirmation.
    const current = served.get(name);
    const isThere = builds.builds.some(({ version }) => version === current?.version);
    const holds =
      current?.version !== undefined &&
      current.version !== target &&
      isThere &&
      checkpointState.position < (confirmed.get(name) ?? "");
    const found = { version: holds ? current.version : target, asOf, wentBack: checkpointState.wentBack };
    if (current && current.asOf > asOf) return current;
    served.set(name, found);
    return found;
  };

  const resolve = async (name: string): Promise<Served> => {
    const current = served.get(name);
    return current?.version !== undefined && now() - current.asOf < versionCacheTime ? current : loadServed(name);
  };

  /**
   * Checks the version again after an empty result, which a removed version or file may have caused, and after any
   * result if this process stood still.
   */
  const read = async <T>(
    name: string,
    isNothing: (result: T) => boolean,
    work: (collection: string, version: number) => Promise<T>,
  ): Promise<T> => {
    for (;;) {
      const { version, asOf } = await resolve(name);
      if (version === undefined) throw new NotBuilt(`No version of the read models of ${name} is complete.`);
      const result = await work(toVersionedName(name, version), version);
      if (!isNothing(result) && now() - asOf < readersGrace / 4) return result;
      if ((await loadServed(name)).version === version) return result;
    }
  };

  /**
   * Rows are written before their checkpoint, so in a half-made change some document is newer than the checkpoint read
   * before. Projections write list positions before deletions, to keep that visible.
   */
  const findConsistent: ServedReadModels["findConsistent"] = async (name, query) => {
    const end = now() + consistencyTimeout;
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
    findConsistent,
    get: (name, id) =>
      read(
        name,
        (found) => found === undefined,
        (collection) => readStore.get(collection, id),
      ),
    getContent: (name, id) =>
      read(
        name,
        (found) => found === undefined,
        (_, version) => readStore.get(toVersionedName(defineContents(name).name, version), id),
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
    async getStatus(names) {
      let worst: ReadModelStatus = "own";
      for (const name of names) {
        const { version, wentBack } = await resolve(name);
        if (version === undefined) return "none";
        if (wentBack || (ownVersions.has(name) && version !== ownVersions.get(name))) worst = "other";
      }
      return worst;
    },
    async hasSeen(name, position) {
      const { version } = await resolve(name);
      if (version === undefined) return false;
      const checkpoint = await checkpointOf(toVersionedName(name, version));
      if (checkpoint.position < position || served.get(name)?.version !== version) return false;
      if ((confirmed.get(name) ?? "") < position) confirmed.set(name, position);
      return true;
    },
  };
};
