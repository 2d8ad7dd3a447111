import { setTimeout as sleep } from "node:timers/promises";
import type { Position } from "../ports/stores/event-store.ts";
import type { Checkpoint } from "../ports/stores/history.ts";
import { StateConflict, type StateStore } from "../ports/stores/state-store.ts";
import { type Fault, retryUntilDone } from "./retry-until-done.ts";

/** How long a relay's lease lasts, and how often it is renewed. */
export type RelayLeaseTimes = {
  /**
   * Time without a renewal until another relay may take over, ms. Each relay measures it on its own steady clock, so no
   * clocks are compared.
   */
  durationMs: number;
  renewalMs: number;
};
export const defaultRelayLease: RelayLeaseTimes = { durationMs: 6_000, renewalMs: 2_000 };

export class RelayLeaseLost extends Error {
  override name = "RelayLeaseLost";
}

/** Key prefix of relays' entries. Never deleted, so versions never repeat. */
export const relayPrefix = "relay:";

/** Never change this name: the position of the publishing relay is stored under it. */
export const relayName = "bus";

/** `holder`: null once released. `renewals`: grows while the holder lives. */
type Entry = { checkpoint: Checkpoint | null; holder: string | null; renewals: number };

/** Reads the position of any relay of this name; undefined before one has published. */
export const readRelayPosition = async (
  stateStore: Pick<StateStore, "get">,
  name: string,
): Promise<Position | undefined> => (await stateStore.get<Entry>(`${relayPrefix}${name}`))?.value.checkpoint?.position;

export type RelayLeaseOptions = {
  stateStore: StateStore;
  name: string;
  holder: string;
  lease: RelayLeaseTimes;
  /** Steady clock, ms. */
  now: () => number;
};

export type HeldRelayLease = {
  position: Position | undefined;
  checkpoint: Checkpoint | null;
  /**
   * Ensures that no other relay can have taken over.
   * @throws {RelayLeaseLost}
   */
  assertHeld(): void;
  /** @throws {RelayLeaseLost} */
  write(checkpoint: Checkpoint): Promise<void>;
  /**
   * Renews until the signal aborts.
   * @throws {RelayLeaseLost}
   */
  renew(signal: AbortSignal, onFault: (fault: Fault) => void, onRenewed?: () => void): Promise<void>;
  /** Releases the lease, so that the next relay needn't wait. */
  release(): Promise<void>;
};

/** Waits for the lease, which lets only one relay publish at a time. Undefined if the signal aborts first. */
export const acquireRelayLease = async (
  options: RelayLeaseOptions,
  signal: AbortSignal,
): Promise<HeldRelayLease | undefined> => {
  const { stateStore, name, holder, lease, now } = options;
  const key = `${relayPrefix}${name}`;
  let lastSeen: { version: number; since: number } | undefined;
  while (!signal.aborted) {
    const leaseEntry = await stateStore.get<Entry>(key);
    const version = leaseEntry?.version ?? 0;
    if (lastSeen?.version !== version) lastSeen = { version, since: now() };
    const isFree = !leaseEntry || leaseEntry.value.holder === null || leaseEntry.value.holder === holder;
    if (isFree || now() - lastSeen.since >= lease.durationMs) {
      const entry: Entry = { checkpoint: leaseEntry?.value.checkpoint ?? null, holder, renewals: 0 };
      // The time is taken before the write: other relays may see the write before its response arrives.
      const asOf = now();
      const taken = await putIfUnchanged(stateStore, key, entry, version);
      if (taken !== undefined) return createHeldLease(options, key, { entry, version: taken, asOf });
    }
    await sleep(lease.renewalMs / 4, undefined, { signal }).catch(() => undefined);
  }
  return undefined;
};

const putIfUnchanged = async (stateStore: StateStore, key: string, entry: Entry, ifVersion: number) => {
  try {
    return await stateStore.put(key, entry, { ifVersion });
  } catch (error) {
    if (error instanceof StateConflict) return undefined;
    throw error;
  }
};

/** Every write names the previous version, so a relay without the lease can't write. */
const createHeldLease = (
  { stateStore, name, lease, now }: RelayLeaseOptions,
  key: string,
  { entry: first, version: taken, asOf: takenAt }: { entry: Entry; version: number; asOf: number },
): HeldRelayLease => {
  let entry = first;
  let version = taken;
  let renewedAt = takenAt;
  let writing: Promise<void> = Promise.resolve();
  const createLeaseLostError = () => new RelayLeaseLost(`Another relay publishes for ${name} now.`);
  const put = async (changes: Partial<Entry>): Promise<void> => {
    const next = { ...entry, ...changes };
    const asOf = now();
    const written = await putIfUnchanged(stateStore, key, next, version);
    if (written === undefined) throw createLeaseLostError();
    [entry, version, renewedAt] = [next, written, asOf];
  };
  /** Writes one change after another: a renewal must not overtake a checkpoint. */
  const change = (changes: () => Partial<Entry>): Promise<void> => {
    const done = writing.then(() => put(changes()));
    writing = done.catch(() => undefined);
    return done;
  };
  return {
    checkpoint: first.checkpoint,
    position: first.checkpoint?.position,
    assertHeld: () => {
      if (now() - renewedAt >= lease.durationMs) throw createLeaseLostError();
    },
    write: (checkpoint) => change(() => ({ checkpoint })),
    renew: async (signal, onFault, onRenewed) => {
      const isFinal = (error: unknown) => error instanceof RelayLeaseLost;
      while (!signal.aborted) {
        await sleep(lease.renewalMs, undefined, { signal }).catch(() => undefined);
        if (signal.aborted) return;
        const renewal = () => change(() => ({ renewals: entry.renewals + 1 }));
        if (await retryUntilDone(renewal, { signal, onFault, isFinal })) onRenewed?.();
      }
    },
    release: () => change(() => ({ holder: null })),
  };
};
