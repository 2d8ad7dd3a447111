import type { DatabaseSync } from "node:sqlite";
import { orDamaged } from "./damage.ts";

/** How often other processes' commits are looked for; followers must wake within 50 ms of one. */
const pollMs = 20;

/** Tells waiters that a database file may have changed. */
export type ChangeSignal = {
  /** Looks for commits of other connections; answers a number that grows with every change noticed. */
  look(): number;
  /** The number as it was at the last look. */
  seen(): number;
  /** Tells of a commit of this connection, which `PRAGMA data_version` does not show. */
  notify(): void;
  /** Resolves when the number is no longer `since`, after `timeoutMs`, or when the signal aborts. */
  wait(options: { since: number; timeoutMs: number; signal: AbortSignal }): Promise<void>;
  /** Lets all waiters go. */
  close(): void;
};

/** Polls one connection, and only while somebody waits. */
export const createChangeSignal = (db: DatabaseSync, file: string): ChangeSignal => {
  const dataVersion = db.prepare("PRAGMA data_version");
  const waiters = new Set<() => void>();
  let last = 0;
  let changes = 0;
  let poll: NodeJS.Timeout | undefined;

  const wake = (): void => {
    for (const resume of [...waiters]) resume();
  };
  const look = (): number => {
    try {
      const version = Number(dataVersion.get()?.data_version);
      if (version !== last) changes += 1;
      last = version;
      return changes;
    } catch (error) {
      throw orDamaged(file, error);
    }
  };
  const tick = (): void => {
    poll = undefined;
    const before = changes;
    try {
      look();
    } catch {
      // The waiter meets the same fault in its own read, where it can be answered for.
      changes += 1;
    }
    if (changes !== before) wake();
    if (waiters.size > 0) poll = setTimeout(tick, pollMs);
  };

  return {
    look,
    seen: () => changes,
    notify() {
      changes += 1;
      wake();
    },
    wait({ since, timeoutMs, signal }) {
      if (changes !== since || signal.aborted) return Promise.resolve();
      return new Promise((resolve) => {
        const resume = (): void => {
          clearTimeout(timer);
          signal.removeEventListener("abort", resume);
          waiters.delete(resume);
          resolve();
        };
        const timer = setTimeout(resume, timeoutMs);
        signal.addEventListener("abort", resume);
        waiters.add(resume);
        poll ??= setTimeout(tick, pollMs);
      });
    },
    close() {
      clearTimeout(poll);
      wake();
    },
  };
};
