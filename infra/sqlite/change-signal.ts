import type { DatabaseSync } from "node:sqlite";
import { createBell } from "../ports/bell.ts";
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
  const bell = createBell();
  let last = 0;
  let waiting = 0;
  let poll: NodeJS.Timeout | undefined;

  const look = (): number => {
    try {
      const version = Number(dataVersion.get()?.data_version);
      const isNew = version !== last;
      last = version;
      if (isNew) bell.ring();
      return bell.rings();
    } catch (error) {
      throw orDamaged(file, error);
    }
  };
  const tick = (): void => {
    poll = undefined;
    try {
      look();
    } catch {
      // The waiter meets the same fault in its own read, where it can be answered for.
      bell.ring();
    }
    if (waiting > 0) poll = setTimeout(tick, pollMs);
  };

  return {
    look,
    seen: bell.rings,
    notify: bell.ring,
    async wait(options) {
      if (bell.rings() === options.since && !options.signal.aborted) poll ??= setTimeout(tick, pollMs);
      waiting += 1;
      try {
        await bell.wait(options);
      } finally {
        waiting -= 1;
      }
    },
    close() {
      clearTimeout(poll);
      bell.ring();
    },
  };
};
