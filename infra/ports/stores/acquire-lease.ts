import type { Clock } from "../clock.ts";
import { StateConflict, type StateStore } from "./state-store.ts";

type Entry = { since: string };

/**
 * Acquires a lease across processes. Undefined if another holder has it. It expires after `leaseFor` ms of wall time;
 * its holder then counts as dead.
 */
export const acquireLease = async (
  stateStore: StateStore,
  { key, leaseFor, clock }: { key: string; leaseFor: number; clock: Pick<Clock, "wall"> },
): Promise<{ release(): Promise<void> } | undefined> => {
  const from = (since: Date, ifVersion: number): [Entry, { ifVersion: number; expiresAt: Date; durable: "soon" }] => [
    { since: since.toISOString() },
    { ifVersion, expiresAt: new Date(since.getTime() + leaseFor), durable: "soon" },
  ];
  try {
    const version = await stateStore.put(key, ...from(clock.wall(), 0));
    // If the lease expired, it may have a new holder, which the version protects.
    return { release: () => ignoreConflict(stateStore.delete(key, { ifVersion: version })) };
  } catch (error) {
    if (!(error instanceof StateConflict)) throw error;
    // A start in the future: the clock was set back. The lease restarts, so that it lasts no longer than any other.
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
