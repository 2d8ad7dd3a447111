import type { Log } from "#infra/ports/log.ts";
import type { Kept } from "./arrival.ts";

/** Between two looks at the same shop, ms, and looks of a process in a second: with more shops each is looked at less often. */
const [every, aSecond] = [1_000, 50];

type Listener = (kept: Kept) => void;

/**
 * Looks again and again at the shops that somebody listens to: so what another process wrote is heard within about a second. `look`: looks at one
 * at once, where this process wrote it.
 */
export const createWatched = ({
  read,
  log,
}: {
  read(tenant: string): Promise<Kept | undefined>;
  log: Pick<Log, "warn">;
}) => {
  const listeners = new Map<string, Set<Listener>>();
  const seen = new Map<string, number>();
  /** A round is under way, or waited for. */
  let isLooking = false;

  const lookAt = async (tenant: string): Promise<void> => {
    const kept = await read(tenant);
    if (kept === undefined || kept.last === seen.get(tenant)) return;
    const all = listeners.get(tenant);
    if (!all) return;
    seen.set(tenant, kept.last);
    for (const listener of all) listener(kept);
  };
  const failed = (err: unknown): void => log.warn({ err }, "It could not be read which orders arrived.");

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
      // Whoever comes later has not heard what the others did.
      seen.delete(tenant);
      lookAt(tenant).catch(failed);
      if (!isLooking) arm();
      return () => {
        all.delete(listener);
        if (all.size > 0 || listeners.get(tenant) !== all) return;
        listeners.delete(tenant);
        seen.delete(tenant);
      };
    },
  };
};
