import type { Loaded } from "./command-runner-types.ts";
import { createLru } from "./lru.ts";

/**
 * The states after the newest versions of each stream. The base of an intent is nearly always among them, so that a save beside
 * fifty other editors reads nothing (design section 4). States share what did not change, so one costs little.
 */
export const createRecentStates = (options: { streams: number; perStream: number }) => {
  const kept = createLru<readonly Loaded<unknown>[]>(options.streams);
  return {
    /** The state after the event of a version, when it is among the newest. */
    get: <S>(stream: string, version: number): Loaded<S> | undefined => {
      const states = kept.get(stream);
      const first = states?.[0];
      return first && (states[version - first.version] as Loaded<S> | undefined);
    },
    /** Adds the states after consecutive versions, where they are newer; behind a gap the older ones are forgotten. */
    add: (stream: string, states: readonly Loaded<unknown>[]): void => {
      const known = kept.get(stream) ?? [];
      const newest = known.at(-1)?.version ?? -1;
      const fresh = states.filter((state) => state.version > newest);
      const first = fresh[0];
      if (!first) return;
      const continued = first.version === newest + 1;
      kept.set(stream, [...(continued ? known : []), ...fresh].slice(-options.perStream));
    },
  };
};
