import type { Trouble } from "#domain/wire/troubles.ts";

/** Troubles that a page knows: those the server tells, and `away` while calls wait for Sheaf. */
export type PageTrouble = Trouble | "away";

/** Keeps the troubles for every screen. */
export type Troubles = {
  current: () => readonly PageTrouble[];
  subscribe: (listener: () => void) => () => void;
  /** An answer told of them. That one tells of none says nothing: others of several servers may know better. */
  heard: (troubles: readonly Trouble[]) => void;
  /** A call waits for Sheaf, which is away. */
  away: () => void;
  /** A call that waited was answered, so Sheaf is there. */
  back: () => void;
  /** A call has had no answer for long, or none but that it cannot be done now: the server is asked why. */
  suspect: () => void;
  /**
   * Called back when something can be done again: a trouble has ended, or all is well after a doubt. What cannot be done still may take long:
   * who waits for reports need not wait to save. `had`: there was trouble, and not only a doubt.
   */
  onWell: (listener: (had: boolean) => void) => () => void;
};

type TroublesOptions = {
  ask: () => Promise<readonly Trouble[]>;
  wait: (milliseconds: number) => Promise<void>;
};

/** Between two questions while something is wrong, or may be, ms. */
const askEvery = 3_000;
const none: readonly PageTrouble[] = [];

/** With one of these calls fail; what fails without is worth another try, whatever else is wrong. */
const isShut = (troubles: readonly PageTrouble[]): boolean =>
  troubles.includes("away") || troubles.includes("saving") || troubles.includes("showing");

/** Follows what is wrong at the server: asks nothing while all is well, and again and again from the first doubt until it is over. */
export const createTroubles = ({ ask, wait }: TroublesOptions): Troubles => {
  const listeners = new Set<() => void>();
  const onWell = new Set<(had: boolean) => void>();
  let current = none;
  let isWatching = false;
  let isDoubted = false;

  const tell = (had: boolean) => {
    for (const listener of [...onWell]) listener(had);
  };

  const set = (next: readonly PageTrouble[]) => {
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
      const before = current;
      had ||= before.length > 0;
      // Nobody tells, and nothing is known: there is nothing to follow.
      if (answer === null && !had) break;
      // What an answer has told is not taken back by another server that knows less yet.
      if (answer !== null && (answer.length > 0 || round > 0)) set(answer);
      had ||= current.length > 0;
      const isKnown = answer !== null && round > 0;
      const isOver = isKnown && current.length === 0;
      const hasEased = before.some((trouble) => !current.includes(trouble));
      if (isOver || (isKnown && !isShut(current) && (hasEased || isDoubted))) {
        isDoubted = false;
        tell(had && (isOver || hasEased));
      }
      if (isOver) break;
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
    away: () => {
      set(["away"]);
      void watch();
    },
    back: () => set(current.filter((trouble) => trouble !== "away")),
    suspect: () => {
      isDoubted = true;
      void watch();
    },
    onWell: (listener) => {
      onWell.add(listener);
      return () => void onWell.delete(listener);
    },
  };
};
