import type { DatabaseSync } from "node:sqlite";
import { clearImmediate, setImmediate } from "node:timers";
import { StoreBusy } from "../ports/busy.ts";
import { orDamaged } from "./damage.ts";
import { Busy, busyTimeoutMs, diskTrouble, isBusy, patienceMs, shortPauseMs } from "./locks.ts";

/** How many writes at most are committed together. */
const mostTogether = 600;
/** How long the writes of one transaction may work before those behind them have to wait for the next one, ms. */
const longestMs = 20;

/** How long what may be durable soon waits for the disk at most, ms. */
const soonMs = 250;

type Waiting = {
  work: () => unknown;
  durable: Durable;
  since: number;
  resolve: (result: never) => void;
  reject: (error: unknown) => void;
};
type End = { result: unknown } | { error: unknown };

/**
 * When the disk has what was written: before the answer, or within half a second of it. What is durable soon outlives a kill of the process,
 * as the system has it, and not a power cut.
 */
export type Durable = "at once" | "soon";

/** Writes in the order of their call, those that wait together in one transaction; see {@link createGroupCommit}. */
export type GroupCommit = {
  write<T>(work: () => T, durable?: Durable): Promise<T>;
  /** Writes what waits; what the lock keeps from it is rejected. */
  close(): void;
};

/**
 * A commit waits for the disk, so writes that come in one turn of the event loop share one. One that throws takes back nothing of the others:
 * they are then done again, each in a savepoint of its own; to have those always would copy every page that is written. None is answered before the
 * commit, as what it read of the others would not count without it. Where the transaction as a whole fails, each is tried alone and ends by itself.
 * So `work` may run more than once, like where the lock was not free. One transaction at a time asks for the lock, and waits for it outside SQLite, which would block the event loop: what the
 * process has to do beside goes on.
 *
 * A transaction of writes that all are durable soon does not wait for the disk (ADR 40); one of another kind, made for it, takes them along.
 */
export const createGroupCommit = (db: DatabaseSync, file: string): GroupCommit => {
  let strict: boolean | undefined;
  /** As it was opened. Not asked before the first write: it reads the file, and who only reads is told of damage where it reads. */
  const waitsForDisk = (): boolean => {
    strict ??= Number(db.prepare("PRAGMA synchronous").get()?.synchronous) >= 2;
    return strict;
  };
  const [begin, commit] = [db.prepare("BEGIN IMMEDIATE"), db.prepare("COMMIT")];
  const [savepoint, undo, release] = ["SAVEPOINT one", "ROLLBACK TO one", "RELEASE one"].map((sql) => db.prepare(sql));
  const waiting: Waiting[] = [];
  /** Of what waits, so many in front are tried each in a transaction of its own, or in a savepoint. */
  let [alone, apart] = [0, 0];
  let closing = false;
  let soon: NodeJS.Immediate | undefined;
  let later: NodeJS.Timeout | undefined;
  let syncing: NodeJS.Timeout | undefined;
  let lax = false;

  /** Has the next transaction wait for the disk, or not. */
  const sync = (durable: Durable): void => {
    const wanted = waitsForDisk() && durable === "soon";
    if (wanted !== lax) db.exec(`PRAGMA synchronous = ${wanted ? "NORMAL" : "FULL"}`);
    lax = wanted;
  };

  const fault = (error: unknown): unknown => diskTrouble(error, file) ?? orDamaged(file, error);

  const beside = ({ work }: Waiting): End => {
    savepoint?.run();
    try {
      const result = work();
      release?.run();
      return { result };
    } catch (error) {
      // Trouble with the disk is everybody's; of a full one SQLite takes back the whole transaction.
      if (!db.isTransaction || isBusy(error) || diskTrouble(error, file)) throw error;
      undo?.run();
      release?.run();
      return { error: fault(error) };
    }
  };

  const beginNow = (): void => {
    if (closing) return void begin.run();
    // As text: SQLite sets the timeout when it prepares the statement, so one kept prepared sets nothing at first.
    db.exec("PRAGMA busy_timeout = 0");
    try {
      begin.run();
    } finally {
      db.exec(`PRAGMA busy_timeout = ${busyTimeoutMs}`);
    }
  };

  /** How the first of them end, which may be fewer than are given. */
  const attempt = (group: readonly Waiting[]): End[] | typeof Busy => {
    const [first] = group;
    try {
      if (waitsForDisk()) sync(group.every(({ durable }) => durable === "soon") ? "soon" : "at once");
      beginNow();
      const ends: End[] = [];
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
      if (apart > 0 || diskTrouble(error, file)) [alone, apart] = [group.length, 0];
      else apart = group.length;
      return [];
    }
  };

  const settle = (ends: readonly End[]): void => {
    for (const [index, { resolve, reject }] of waiting.splice(0, ends.length).entries()) {
      const end = ends[index] as End;
      if ("error" in end) reject(end.error);
      else resolve(end.result as never);
    }
  };

  const giveUp = (before: number): void => {
    const late = waiting.findIndex(({ since }) => since > before);
    for (const { reject } of waiting.splice(0, late < 0 ? waiting.length : late))
      reject(new StoreBusy(`${file} is locked by other writers for over 2 s. Try again in a moment.`));
  };

  const next = (): typeof Busy | undefined => {
    const ends = attempt(waiting.slice(0, alone > 0 ? 1 : mostTogether));
    if (ends === Busy) return Busy;
    if (alone > 0 && ends.length > 0) alone -= 1;
    settle(ends);
    return undefined;
  };

  const run = (): void => {
    soon = later = undefined;
    if (next() === Busy) giveUp(performance.now() - patienceMs);
    else if (waiting.length > 0) soon = setImmediate(run);
    if (waiting.length > 0 && soon === undefined) later = setTimeout(run, shortPauseMs());
  };

  const write = <T>(work: () => T, durable: Durable = "at once") =>
    new Promise<T>((resolve, reject) => {
      waiting.push({ work, durable, since: performance.now(), resolve, reject });
      if (later === undefined) soon ??= setImmediate(run);
    });

  /** A write that changes nothing; the disk gets it with all before it. */
  const touch = (): void => {
    const version = Number(db.prepare("PRAGMA user_version").get()?.user_version);
    db.exec(`PRAGMA user_version = ${version}`);
  };

  const syncNow = (): void => {
    syncing = undefined;
    // A disk that takes none now may take one later; who writes meanwhile is told.
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
      while (waiting.length > 0) if (next() === Busy) giveUp(Number.POSITIVE_INFINITY);
    },
  };
};
