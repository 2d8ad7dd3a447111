import { LRUCache } from "lru-cache";
import type { Loaded } from "./command-runner-types.ts";

/** A state, and an upper bound of its growth, characters of JSON. */
type Step = { loaded: Loaded<unknown>; grown: number };

/** Characters per state in addition to its changes: copies of lists with shared entries. */
const stateOverhead = 2_000;

/**
 * Caches the states of each stream's newest versions, which nearly always include the base of an intent (D-4). States
 * share unchanged parts, so only the newest counts whole, others by their changes. `maxWeight`: in all.
 * `maxWeightPerStream`: for one stream's changes. Both in characters. The newest state always stays.
 */
export const createRecentStates = (options: {
  maxWeight: number;
  maxVersionsPerStream: number;
  maxWeightPerStream: number;
}) => {
  const newestOf = (steps: readonly Step[]): readonly Step[] => {
    let left = options.maxWeightPerStream;
    const tooOld = steps.findLastIndex(({ grown }, n) => {
      left -= grown + stateOverhead;
      return left < 0 && n < steps.length - 1;
    });
    return steps.slice(Math.max(tooOld + 1, steps.length - options.maxVersionsPerStream));
  };
  const cache = new LRUCache<string, { steps: readonly Step[]; weight: number }>({
    maxSize: options.maxWeight,
    sizeCalculation: ({ steps, weight }) =>
      steps.reduce((sum, { grown }) => sum + grown + stateOverhead, Math.max(1, Math.ceil(weight))),
  });
  return {
    /** Cached versions only. */
    get: <S>(stream: string, version: number): Loaded<S> | undefined => {
      const steps = cache.get(stream)?.steps;
      const first = steps?.[0]?.loaded;
      return first && (steps[version - first.version]?.loaded as Loaded<S> | undefined);
    },
    /** Adds newer states of consecutive versions. A gap drops the older ones. `weight`: of the newest. */
    add: (stream: string, steps: readonly Step[], weight: number): void => {
      const known = cache.get(stream)?.steps ?? [];
      const newest = known.at(-1)?.loaded.version ?? -1;
      const fresh = steps.filter(({ loaded }) => loaded.version > newest);
      const first = fresh[0]?.loaded;
      if (!first) return;
      const continued = first.version === newest + 1;
      cache.set(stream, { steps: newestOf([...(continued ? known : []), ...fresh]), weight });
    },
  };
};
