import type { DatabaseSync } from "node:sqlite";
import { clearImmediate, setImmediate } from "node:timers";
import { StoreBusy } from "../ports/store-errors.ts";
import { toDamageError } from "./damage.ts";
import { Busy, busyTimeoutMs, isBusy, lockTimeoutMs, shortPauseMs, toDiskError } from "./locks.ts";

const maxTogether = 600;
/** Longest transaction, ms. */
const longestMs = 20;

/** Time until a "soon" write is on disk at the latest, ms. */
const soonMs = 250;

type QueuedWrite = {
  work: () => unknown;
  durable: Durability;
  since: number;
  resolve: (result: never) => void;
  reject: (error: unknown) => void;
};
type WriteOutcome = { result: unknown } | { error: unknown };

/** A "soon" write is on disk within half a second; before, it survives a kill, but not a power cut. */
export type Durability = "at once" | "soon";

export type GroupCommit = {
  write<T>(work: () => T, durable?: Durability): Promise<T>;
  /** Writes the queue; rejects writes that the lock blocks. */
  close(): void;
};

/**
 * Creates a group commit. A commit waits for the disk, so writes of one turn of the event loop share one, in call
 * order. If one throws, the others run again, each in its own savepoint; permanent savepoints would copy every page.
 * None resolves before the commit, as what it read from the others only counts with it. If the transaction fails, each
 * write is tried alone: `work` may run more than once. One transaction at a time asks for the lock, and waits outside
 * SQLite to keep the event loop free.
 * A transaction of only "soon" writes doesn't wait for the disk (ADR 119); a later sync covers it.
 */
export const createGroupCommit = (db: DatabaseSync, file: string): GroupCommit => {
  let strict: boolean | undefined;
  /** Read at the first write: the pragma reads the file, and readers should meet damage in their own reads. */
  const waitsForDisk = (): boolean => {
    strict ??= Number(db.prepare("PRAGMA synchronous").get()?.synchronous) >= 2;
    return strict;
  };
  const [begin, commit] = [db.prepare("BEGIN IMMEDIATE"), db.prepare("COMMIT")];
  const [savepoint, undo, release] = ["SAVEPOINT one", "ROLLBACK TO one", "RELEASE one"].map((sql) => db.prepare(sql));
  const queuedWrites: QueuedWrite[] = [];
  /** Writes at the queue's head that need transactions, or savepoints, of their own. */
  let [alone, apart] = [0, 0];
  let closing = false;
  let soon: NodeJS.Immediate | undefined;
  let later: NodeJS.Timeout | undefined;
  let syncing: NodeJS.Timeout | undefined;
  let lax = false;

  const sync = (durable: Durability): void => {
    const wanted = waitsForDisk() && durable === "soon";
    if (wanted !== lax) db.exec(`PRAGMA synchronous = ${wanted ? "NORMAL" : "FULL"}`);
    lax = wanted;
  };

  const fault = (error: unknown): unknown => toDiskError(error, file) ?? toDamageError(file, error);

  const beside = ({ work }: QueuedWrite): WriteOutcome => {
    savepoint?.run();
    try {
      const result = work();
      release?.run();
      return { result };
    } catch (error) {
      // The error affects all writes; on a full disk SQLite rolls back the whole transaction.
      if (!db.isTransaction || isBusy(error) || toDiskError(error, file)) throw error;
      undo?.run();
      release?.run();
      return { error: fault(error) };
    }
  };

  const beginNow = (): void => {
    if (closing) return void begin.run();
    // Uncached: SQLite sets the timeout when it prepares the statement.
    db.exec("PRAGMA busy_timeout = 0");
    try {
      begin.run();
    } finally {
      db.exec(`PRAGMA busy_timeout = ${busyTimeoutMs}`);
    }
  };

  /** Outcomes of the first writes, perhaps fewer than given. */
  const attempt = (group: readonly QueuedWrite[]): WriteOutcome[] | typeof Busy => {
    const [first] = group;
    try {
      if (waitsForDisk()) sync(group.every(({ durable }) => durable === "soon") ? "soon" : "at once");
      beginNow();
      const ends: WriteOutcome[] = [];
      if (group.length === 1 && first) ends.push({ result: first.work() });
      else {
        const started = performance.now();
        for (const each of group) {
          ends.push(apart > 0 ? beside(each) : { result: each.work() });
          if (performance.now() - started > longestMs) break;
        }
      }
      commit.run();
      apart = Math.max(0, apart - ends.length);
      if (lax) syncing ??= setTimeout(syncNow, soonMs).unref();
      return ends;
    } catch (error) {
      if (db.isOpen && db.isTransaction) db.exec("ROLLBACK");
      if (isBusy(error)) return Busy;
      if (group.length === 1) return [{ error: fault(error) }];
      if (apart > 0 || toDiskError(error, file)) [alone, apart] = [group.length, 0];
      else apart = group.length;
      return [];
    }
  };

  const settle = (ends: readonly WriteOutcome[]): void => {
    for (const [index, { resolve, reject }] of queuedWrites.splice(0, ends.length).entries()) {
      const end = ends[index] as WriteOutcome;
      if ("error" in end) reject(end.error);
      else resolve(end.result as never);
    }
  };

  const giveUp = (before: number): void => {
    const late = queuedWrites.findIndex(({ since }) => since > before);
    for (const { reject } of queuedWrites.splice(0, late < 0 ? queuedWrites.length : late))
      reject(new StoreBusy(`${file} is locked by other writers for over 2 s. Try again in a moment.`));
  };

  const next = (): typeof Busy | undefined => {
    const ends = attempt(queuedWrites.slice(0, alone > 0 ? 1 : maxTogether));
    if (ends === Busy) return Busy;
    if (alone > 0 && ends.length > 0) alone -= 1;
    settle(ends);
    return undefined;
  };

  const run = (): void => {
    soon = later = undefined;
    if (next() === Busy) giveUp(performance.now() - lockTimeoutMs);
    else if (queuedWrites.length > 0) soon = setImmediate(run);
    if (queuedWrites.length > 0 && soon === undefined) later = setTimeout(run, shortPauseMs());
  };

  const write = <T>(work: () => T, durable: Durability = "at once") =>
    new Promise<T>((resolve, reject) => {
      queuedWrites.push({ work, durable, since: performance.now(), resolve, reject });
      if (later === undefined) soon ??= setImmediate(run);
    });

  /** Changes nothing, but syncs all writes before it. */
  const touch = (): void => {
    const version = Number(db.prepare("PRAGMA user_version").get()?.user_version);
    db.exec(`PRAGMA user_version = ${version}`);
  };

  const syncNow = (): void => {
    syncing = undefined;
    // The disk may recover; until then writers get the error.
    write(touch).catch(() => {
      if (db.isOpen) syncing ??= setTimeout(syncNow, soonMs).unref();
    });
  };

  return {
    write,
    close() {
      closing = true;
      clearImmediate(soon);
      clearTimeout(later);
      if (syncing !== undefined) syncNow();
      clearTimeout(syncing);
      while (queuedWrites.length > 0) if (next() === Busy) giveUp(Number.POSITIVE_INFINITY);
    },
  };
};
