import type { Outage } from "#domain/wire/outages.ts";

/** The server's troubles, and `away` while calls wait for Sheaf. */
export type PageTrouble = Outage | "away";

/** The current troubles, for every screen. */
export type Troubles = {
  current: () => readonly PageTrouble[];
  subscribe: (listener: () => void) => () => void;
  /** Takes up a response's troubles. An empty list proves nothing: other servers may know more. */
  report: (troubles: readonly Outage[]) => void;
  markUnavailable: () => void;
  markAvailable: () => void;
  /** Asks the server for the reason when a call got no response for long, or only a 503. */
  suspectOutage: () => void;
  /**
   * Called when something works again: a trouble ended, or a suspected outage was none. Other troubles may go on.
   * `had`: a trouble ended.
   */
  onRecovered: (listener: (had: boolean) => void) => () => void;
};

type TroublesOptions = {
  fetchTroubles: () => Promise<readonly Outage[]>;
  wait: (milliseconds: number) => Promise<void>;
};

/** Pause between status requests, ms. */
const pollEveryMs = 3_000;
const none: readonly PageTrouble[] = [];

/** True if calls fail under these troubles. Under others a failed call is worth a retry. */
const hasFailingCalls = (troubles: readonly PageTrouble[]): boolean =>
  troubles.includes("away") || troubles.includes("saving") || troubles.includes("showing");

/** Follows the server's troubles: polls from the first report or suspicion until all is well again. */
export const createTroubles = ({ fetchTroubles, wait }: TroublesOptions): Troubles => {
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
      const answer = await fetchTroubles().catch(() => null);
      const before = current;
      had ||= before.length > 0;
      // No response and no known trouble: nothing to follow.
      if (answer === null && !had) break;
      // Another server that doesn't know the trouble yet must not clear it.
      if (answer !== null && (answer.length > 0 || round > 0)) set(answer);
      had ||= current.length > 0;
      const isKnown = answer !== null && round > 0;
      const isOver = isKnown && current.length === 0;
      const hasEased = before.some((trouble) => !current.includes(trouble));
      if (isOver || (isKnown && !hasFailingCalls(current) && (hasEased || isDoubted))) {
        isDoubted = false;
        tell(had && (isOver || hasEased));
      }
      if (isOver) break;
      await wait(pollEveryMs);
    }
    isWatching = false;
  };

  return {
    current: () => current,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    report: (troubles) => {
      if (troubles.length === 0) return;
      if (current.length === 0) set(troubles);
      void watch();
    },
    markUnavailable: () => {
      set(["away"]);
      void watch();
    },
    markAvailable: () => set(current.filter((trouble) => trouble !== "away")),
    suspectOutage: () => {
      isDoubted = true;
      void watch();
    },
    onRecovered: (listener) => {
      onWell.add(listener);
      return () => void onWell.delete(listener);
    },
  };
};
