import { StateConflict, type StateStore } from "#infra/ports/stores/state-store.ts";

/** A file's own link or the public link of its report. */
export type FetchChannel = "link" | "public";

/** First and last fetch over one channel within an hour, ISO UTC. Who fetched is unknown. `way`: the channel. */
export type FetchEntry = { from: string; to: string; way: FetchChannel };

/** Key prefix; the export's id follows. */
export const fetchedPrefix = "fetched:";
const keyOf = (exportId: string): string => `${fetchedPrefix}${exportId}`;

/** Fetches within `mergeWindow` ms form one entry, which is updated at most every `writeInterval` ms. */
const mergeWindow = 3_600_000;
const writeInterval = 60_000;
/** Maximum entries. Beyond them, the two oldest merge into one, under the newer one's channel. */
const maxEntries = 1_000;

/** Adds a fetch. Undefined if the entries need no write. */
export const addFetch = (entries: readonly FetchEntry[], way: FetchChannel, now: Date): FetchEntry[] | undefined => {
  const at = entries.findLastIndex((one) => one.way === way);
  const newest = entries[at];
  const since = (instant: string): number => now.getTime() - Date.parse(instant);
  if (newest && since(newest.from) >= 0 && since(newest.from) < mergeWindow) {
    if (since(newest.to) < writeInterval) return undefined;
    return entries.with(at, { ...newest, to: now.toISOString() });
  }
  const all = [...entries, { from: now.toISOString(), to: now.toISOString(), way }];
  const [oldest, second, ...others] = all;
  return all.length > maxEntries && oldest && second ? [{ ...second, from: oldest.from }, ...others] : all;
};

/** Records a fetch of an export's file. Fetches are the only facts about receivers that aren't events (ADR 97). */
export const recordFetch = async (
  state: Pick<StateStore, "get" | "put">,
  exportId: string,
  way: FetchChannel,
  now: Date,
): Promise<void> => {
  for (;;) {
    const kept = await state.get<FetchEntry[]>(keyOf(exportId));
    const next = addFetch(kept?.value ?? [], way, now);
    if (!next) return;
    try {
      await state.put(keyOf(exportId), next, { ifVersion: kept?.version ?? 0, durable: "soon" });
      return;
    } catch (error) {
      if (!(error instanceof StateConflict)) throw error;
    }
  }
};

/** Reads the fetches, oldest first. */
export const readFetches = async (state: Pick<StateStore, "get">, exportId: string): Promise<readonly FetchEntry[]> =>
  (await state.get<FetchEntry[]>(keyOf(exportId)))?.value ?? [];

/**
 * Forgets an export's fetches. Call only after the people file is deleted: until then a privacy request needs these
 * receivers.
 */
export const forgetFetches = (state: Pick<StateStore, "delete">, exportId: string): Promise<boolean> =>
  state.delete(keyOf(exportId));
