import type { Trouble } from "#domain/wire/troubles.ts";

/** What the server says that it cannot do now, for every screen. */
export type Troubles = {
  current: () => readonly Trouble[];
  subscribe: (listener: () => void) => () => void;
  /** An answer told of them. That one tells of none says nothing: others of several servers may know better. */
  heard: (troubles: readonly Trouble[]) => void;
  /** A call has had no answer for long, or none but that it cannot be done now: the server is asked why. */
  suspect: () => void;
  /** Called back when all is well again. `had`: there was trouble, and not only a doubt. */
  onWell: (listener: (had: boolean) => void) => () => void;
};

type TroublesOptions = {
  ask: () => Promise<readonly Trouble[]>;
  wait: (milliseconds: number) => Promise<void>;
};

/** Between two questions while something is wrong, or may be, ms. */
const askEvery = 3_000;
const none: readonly Trouble[] = [];

/** Follows what is wrong at the server: asks nothing while all is well, and again and again from the first doubt until it is over. */
export const createTroubles = ({ ask, wait }: TroublesOptions): Troubles => {
  const listeners = new Set<() => void>();
  const onWell = new Set<(had: boolean) => void>();
  let current = none;
  let isWatching = false;

  const set = (next: readonly Trouble[]) => {
    if (next.join() === current.join()) return;
    current = next;
    for (const listener of [...listeners]) listener();
  };

  const watch = async () => {
    if (isWatching) return;
    isWatching = true;
    let had = false;
    for (let round = 0; ; round += 1) {
      const answer = await ask().catch(() => null);
      had ||= current.length > 0;
      // Nobody tells, and nothing is known: there is nothing to follow.
      if (answer === null && !had) break;
      // What an answer has told is not taken back by another server that knows less yet.
      if (answer !== null && (answer.length > 0 || round > 0)) set(answer);
      had ||= current.length > 0;
      if (answer !== null && round > 0 && current.length === 0) {
        for (const listener of [...onWell]) listener(had);
        break;
      }
      await wait(askEvery);
    }
    isWatching = false;
  };

  return {
    current: () => current,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    heard: (troubles) => {
      if (troubles.length === 0) return;
      if (current.length === 0) set(troubles);
      void watch();
    },
    suspect: () => void watch(),
    onWell: (listener) => {
      onWell.add(listener);
      return () => void onWell.delete(listener);
    },
  };
};
