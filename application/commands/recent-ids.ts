import { LRUCache } from "lru-cache";
import { hourMs, repeatedCommandHours } from "#domain/retention/retention.ts";
import type { EventStore, RecordedEvent } from "#infra/ports/stores/event-store.ts";
import { copyText } from "../text/copy-text.ts";

/** Events in memory at once: each may have up to 900 kB. */
const pageSize = 100;
/** Far more than people produce in a day. */
const maxIdsPerStream = 10_000;
/** Dropping one id at a time could cause a read for each. */
const dropBatch = maxIdsPerStream / 10;
/** An hour more than promised, as processes' clocks differ. */
const lookBack = (repeatedCommandHours + 1) * hourMs;

/** A stream's newest events: version by event id, ascending and without gaps. */
type StreamIds = {
  versions: Map<string, number>;
  /** Version of the first one. */
  from: number;
  /** Events before `from` are too old to be repeated. */
  reachesBack: boolean;
};

const isTooOld = ({ metadata }: RecordedEvent, now: number): boolean =>
  now - Date.parse(String(metadata.instant)) > lookBack;
/** SQLite's ids are slices of a row's text; a copy frees the row. */
const toEntries = (events: readonly RecordedEvent[]): [string, number][] =>
  events.map(({ id, version }) => [copyText(id), version]);

/**
 * Finds events of the last 24 hours by id, to recognize repeated commands (ADR 119). Keeps ids as events are read and
 * appended. Older ones are read once per stream, and again after more than `maxIdsPerStream` in a day. `maxIds`: in
 * all.
 */
export const createRecentIds = (options: { eventStore: EventStore; maxIds: number; now: () => Date }) => {
  const cache = new LRUCache<string, StreamIds>({
    maxSize: options.maxIds,
    sizeCalculation: ({ versions }) => versions.size + 10,
  });
  const keep = (stream: string, { versions, from, reachesBack }: StreamIds): void => {
    const excess = versions.size > maxIdsPerStream ? versions.size - maxIdsPerStream + dropBatch : 0;
    cache.set(stream, {
      versions: excess > 0 ? new Map([...versions].slice(excess)) : versions,
      from: from + excess,
      reachesBack: reachesBack && excess === 0,
    });
  };

  /** Ids before `before`, back to one that is too old; oldest first. */
  const readBack = async (stream: string, before: number): Promise<[string, number][]> => {
    const now = options.now().getTime();
    const pages: [string, number][][] = [];
    for (let end = before; end > 0; ) {
      const fromVersion = Math.max(0, end - pageSize);
      const page = await options.eventStore.readStream(stream, { fromVersion, limit: end - fromVersion });
      pages.unshift(toEntries(page));
      if (page[0] === undefined || isTooOld(page[0], now)) break;
      end = fromVersion;
    }
    return pages.flat();
  };

  return {
    /** Consecutive events. A gap drops the ids before it. */
    add: (stream: string, events: readonly RecordedEvent[]): void => {
      const first = events[0];
      if (!first) return;
      const known = cache.get(stream);
      const next = known ? known.from + known.versions.size : 0;
      if (!known || first.version > next)
        keep(copyText(stream), { versions: new Map(toEntries(events)), from: first.version, reachesBack: false });
      else {
        const added = toEntries(events.slice(next - first.version));
        for (const [id, version] of added) known.versions.set(id, version);
        if (added.length > 0) keep(copyText(stream), known);
      }
    },
    /** Cached ids only. */
    get: (stream: string, id: string): number | undefined => cache.get(stream)?.versions.get(id),
    /** Versions of events of the last 24 hours. `upTo`: the stream's newest version. */
    find: async (stream: string, ids: readonly string[], upTo: number): Promise<readonly (number | undefined)[]> => {
      const known = cache.get(stream);
      const found = ids.map((id) => known?.versions.get(id));
      if (known?.reachesBack || !found.includes(undefined)) return found;
      const from = known?.from ?? upTo + 1;
      const older = await readBack(stream, from);
      const newer = cache.get(stream);
      const versions = new Map([...older, ...(newer?.versions ?? [])]);
      // Another read may have replaced the ids.
      if (versions.size > 0 && (newer?.from ?? from) === from)
        keep(stream, { versions, from: from - older.length, reachesBack: true });
      return ids.map((id) => versions.get(id));
    },
  };
};

export type RecentIds = ReturnType<typeof createRecentIds>;
