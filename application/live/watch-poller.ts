import type { Log } from "#infra/ports/log.ts";
import type { WatchState } from "./arrival.ts";

/** Minimum ms between reads of a shop, and maximum reads of a process per second. */
const [every, aSecond] = [1_000, 50];

type Listener = (kept: WatchState) => void;

/**
 * Polls shops with listeners, so changes by other processes arrive within about a second. `look`: reads at once, after
 * a write by this process.
 */
export const createWatchPoller = ({
  read,
  log,
}: {
  read(tenant: string): Promise<WatchState | undefined>;
  log: Pick<Log, "warn">;
}) => {
  const listeners = new Map<string, Set<Listener>>();
  const lastSeen = new Map<string, number>();
  /** True while a round is running or scheduled. */
  let isLooking = false;

  const lookAt = async (tenant: string): Promise<void> => {
    const watchState = await read(tenant);
    if (watchState === undefined || watchState.last === lastSeen.get(tenant)) return;
    const all = listeners.get(tenant);
    if (!all) return;
    lastSeen.set(tenant, watchState.last);
    for (const listener of all) listener(watchState);
  };
  const failed = (err: unknown): void => log.warn({ err }, "Newly arrived orders could not be read.");

  const round = async (): Promise<void> => {
    for (const tenant of [...listeners.keys()]) await lookAt(tenant).catch(failed);
    arm();
  };
  const arm = (): void => {
    isLooking = listeners.size > 0;
    if (!isLooking) return;
    setTimeout(() => void round(), Math.max(every, (listeners.size * 1_000) / aSecond)).unref();
  };

  return {
    look(tenant: string): void {
      if (listeners.has(tenant)) lookAt(tenant).catch(failed);
    },
    follow(tenant: string, listener: Listener): () => void {
      const all = listeners.get(tenant) ?? new Set();
      listeners.set(tenant, all);
      all.add(listener);
      lastSeen.delete(tenant);
      lookAt(tenant).catch(failed);
      if (!isLooking) arm();
      return () => {
        all.delete(listener);
        if (all.size > 0 || listeners.get(tenant) !== all) return;
        listeners.delete(tenant);
        lastSeen.delete(tenant);
      };
    },
  };
};
