import { StateConflict, type StateStore } from "#infra/ports/stores/state-store.ts";

/** By which address a file was fetched: its own link, or the public link of its report. */
export type FetchWay = "link" | "public";

/** Fetches of a file by one way within an hour, from the first to the last of them; ISO UTC. Who fetched it nobody knows. */
export type Fetched = { from: string; to: string; way: FetchWay };

/** Keys of what was fetched begin with it; the id of the export follows. */
export const fetchedPrefix = "fetched:";
const keyOf = (exportId: string): string => `${fetchedPrefix}${exportId}`;

/** Fetches of an hour are told together, and a later one of a minute is not written, ms: a busy public link writes 60 times an hour. */
const together = 3_600_000;
const written = 60_000;
/** So many are kept; then the two oldest become one. */
const atMost = 1_000;

/** What is kept after one more fetch; undefined where nothing is to be written. */
export const withFetch = (known: readonly Fetched[], way: FetchWay, now: Date): Fetched[] | undefined => {
  const at = known.findLastIndex((one) => one.way === way);
  const newest = known[at];
  const since = (instant: string): number => now.getTime() - Date.parse(instant);
  if (newest && since(newest.from) >= 0 && since(newest.from) < together) {
    if (since(newest.to) < written) return undefined;
    return known.with(at, { ...newest, to: now.toISOString() });
  }
  const all = [...known, { from: now.toISOString(), to: now.toISOString(), way }];
  const [oldest, second, ...others] = all;
  return all.length > atMost && oldest && second ? [{ ...second, from: oldest.from }, ...others] : all;
};

/** Notes that somebody fetches a file: the only thing of who received it that no event says (ADR 97). */
export const noteFetch = async (
  state: Pick<StateStore, "get" | "put">,
  exportId: string,
  way: FetchWay,
  now: Date,
): Promise<void> => {
  for (;;) {
    const kept = await state.get<Fetched[]>(keyOf(exportId));
    const next = withFetch(kept?.value ?? [], way, now);
    if (!next) return;
    try {
      await state.put(keyOf(exportId), next, { ifVersion: kept?.version ?? 0, durable: "soon" });
      return;
    } catch (error) {
      // Another process has noted one meanwhile.
      if (!(error instanceof StateConflict)) throw error;
    }
  }
};

/** When a file was fetched, the oldest first. */
export const fetchesOf = async (state: Pick<StateStore, "get">, exportId: string): Promise<readonly Fetched[]> =>
  (await state.get<Fetched[]>(keyOf(exportId)))?.value ?? [];

/** When who was in the file is not known any more either. */
export const forgetFetches = (state: Pick<StateStore, "delete">, exportId: string): Promise<boolean> =>
  state.delete(keyOf(exportId));
