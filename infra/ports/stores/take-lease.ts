import type { Clock } from "../clock.ts";
import { StateConflict, type StateStore } from "./state-store.ts";

type Entry = { since: string };

/**
 * Takes a lease over all processes: an entry of the state store, only when there is none; undefined when somebody holds it. It ends by
 * itself after `leaseFor` ms of wall time, when its holder counts as dead.
 */
export const takeLease = async (
  stateStore: StateStore,
  { key, leaseFor, clock }: { key: string; leaseFor: number; clock: Pick<Clock, "wall"> },
): Promise<{ release(): Promise<void> } | undefined> => {
  const from = (since: Date, ifVersion: number): [Entry, { ifVersion: number; expiresAt: Date; durable: "soon" }] => [
    { since: since.toISOString() },
    { ifVersion, expiresAt: new Date(since.getTime() + leaseFor), durable: "soon" },
  ];
  try {
    const version = await stateStore.put(key, ...from(clock.wall(), 0));
    // One that ran out belongs to somebody else by now; that is theirs to release.
    return { release: () => ignoreConflict(stateStore.delete(key, { ifVersion: version })) };
  } catch (error) {
    if (!(error instanceof StateConflict)) throw error;
    // One that begins in the future was taken before the clock was set back: from now on it lasts as long as any other.
    const held = await stateStore.get<Entry>(key);
    const now = clock.wall();
    if (held && Date.parse(held.value.since) > now.getTime())
      await ignoreConflict(stateStore.put(key, ...from(now, held.version)));
    return undefined;
  }
};

const ignoreConflict = async (done: Promise<unknown>): Promise<void> => {
  await done.catch((error) => {
    if (!(error instanceof StateConflict)) throw error;
  });
};
