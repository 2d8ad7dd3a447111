import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type SecondProcess, startSecondProcess } from "#tests/contract/support/second-process.ts";
import { createTempFolder, type TempFolder } from "#tests/contract/support/temp-folder.ts";
import { until } from "#tests/support/until.ts";
import { createSystemClock } from "../../system/clock.ts";
import { type Database, openDatabase } from "../database.ts";
import { createSqliteWorkQueue } from "../queue/work-queue.ts";
import { openStateDatabase } from "../state/state-database.ts";
import { type ChangeSignal, createChangeSignal } from "./change-signal.ts";
import { createSqliteEventStore } from "./event-store.ts";
import { follow } from "./follow.ts";
import type { LogWatch } from "./watch-log.ts";

const hour = 3_600_000;
let folder: TempFolder;
let stop: AbortController;
beforeEach(async () => {
  folder = await createTempFolder();
  stop = new AbortController();
});
afterEach(async () => {
  stop.abort();
  await folder.remove();
});

/** A signal without timers: waits have no end, and a watching connection never polls. */
const withoutTime = (db: DatabaseSync, file: string): ChangeSignal => {
  const changes = createChangeSignal(db, file, { safety: hour });
  return { ...changes, wait: (options) => changes.wait({ ...options, timeoutMs: hour }) };
};
const isWatching = (changes: ChangeSignal) => until("it watches", () => changes.mode() === "watching");

describe("a commit of another process is reported without polling", () => {
  let other: SecondProcess;
  beforeAll(() => {
    other = startSecondProcess();
  });
  afterAll(() => other.end());
  afterEach(() => other.ask(folder.path, "close"));

  it("for a follower", async () => {
    const file = join(folder.path, "events.db");
    const store = createSqliteEventStore({ file });
    const db = new DatabaseSync(file);
    const changes = withoutTime(db, file);
    const heard: unknown[] = [];
    const following = follow(store, changes, {}, async (events) => void heard.push(...events), stop.signal);
    for (const count of [1, 2]) {
      await isWatching(changes);
      await other.ask(folder.path, "append", "a", "other", "1");
      await until("the follower gets the event", () => heard.length === count, { every: 5 });
    }
    stop.abort();
    await following;
    changes.close();
    db.close();
    await store.close();
  });

  it("for a worker that waits for jobs", async () => {
    const file = join(folder.path, "state.db");
    const state = openStateDatabase(file);
    const db = new DatabaseSync(file);
    const changes = withoutTime(db, file);
    const queue = createSqliteWorkQueue({ ...state, changes }, createSystemClock());
    const wanted = { kinds: ["export"], lanes: ["short"], worker: "here", leaseMs: 30_000 };
    const claimed = (async () => {
      for (;;) {
        const job = await queue.claim(wanted);
        if (job) return job;
        await queue.waitForJobs(hour, stop.signal, [wanted]);
      }
    })();
    await other.ask(folder.path, "open");
    await isWatching(changes);
    await other.ask(folder.path, "enqueue", "j1");
    expect((await claimed).id).toBe("j1");
    changes.close();
    db.close();
    await queue.close();
  });
});

describe("a commit of another connection", () => {
  let db: Database;
  let own: DatabaseSync;
  let stranger: DatabaseSync;
  let changes: ChangeSignal;
  /** Called to arm the watch; true if the log can be watched. */
  let arm: () => boolean;
  let arms: number;
  let stamp: string;
  /** Calls of `stamp`. A poll makes one until the watch is given up. */
  let stamps: number;
  let tell: () => void;
  const log = (): LogWatch => ({
    arm: ({ written }) => {
      arms += 1;
      tell = written;
      return arm();
    },
    disarm: () => undefined,
    stamp: () => {
      stamps += 1;
      return stamp;
    },
    touch: () => tell(),
  });
  const commit = () => stranger.exec("INSERT INTO numbers VALUES (1)");
  const given = (changed: Partial<LogWatch> = {}, safety = hour) => {
    changes = createChangeSignal(own, db.file, { log: { ...log(), ...changed }, intervalMs: 1, safety });
  };
  /** Waits for one change after the other, and counts them. */
  let told: number;
  const waitOn = async () => {
    while (!stop.signal.aborted) {
      const since = changes.poll();
      await changes.wait({ since, timeoutMs: hour, signal: stop.signal });
      told += 1;
    }
  };
  let waiting: Promise<void>;
  const isGivenUp = () => {
    let before = -1;
    const isSame = () => {
      const same = stamps === before;
      before = stamps;
      return same;
    };
    return until("it is given up", isSame, { every: 50 });
  };
  const isTold = (times = 1) => until("it is notified", () => told >= times, { every: 1 });

  beforeEach(() => {
    const file = join(folder.path, "numbers.db");
    const sql = "CREATE TABLE IF NOT EXISTS numbers (n INTEGER)";
    db = openDatabase({ file, synchronous: "NORMAL", schema: { version: 1, sql } });
    [own, stranger] = [new DatabaseSync(file), new DatabaseSync(file)];
    arm = () => true;
    arms = 0;
    stamp = "";
    stamps = 0;
    told = 0;
  });
  afterEach(async () => {
    stop.abort();
    changes.close();
    await waiting;
    for (const each of [db, own, stranger]) each.close();
  });

  it("is reported by polling if the system can't watch files", async () => {
    arm = () => false;
    given();
    waiting = waitOn();
    await until("the watch is armed", () => arms > 0);
    await isGivenUp();
    expect([changes.mode(), arms]).toEqual(["polling", 1]);
    commit();
    await isTold();
  });

  it("is reported by polling if the watch doesn't report a touch", async () => {
    let touched = 0;
    given({
      touch: () => {
        touched += 1;
      },
    });
    waiting = waitOn();
    await until("the log is touched", () => touched === 1);
    await isGivenUp();
    expect([changes.mode(), arms, touched]).toEqual(["polling", 1, 1]);
    commit();
    await isTold();
  });

  it("is reported by the safety poll if the watch misses it, and by polling from then on", async () => {
    given({}, 10);
    waiting = waitOn();
    await isWatching(changes);
    commit();
    await isTold();
    // The watch owes a report. Without one it is given up, and nobody asks for the stamp.
    await isGivenUp();
    expect([changes.mode(), arms]).toEqual(["polling", 2]);
    commit();
    await isTold(2);
  });

  it("is reported even when it becomes visible only after the watch's report", async () => {
    given();
    waiting = waitOn();
    await isWatching(changes);
    stranger.exec("BEGIN IMMEDIATE; INSERT INTO numbers VALUES (1)");
    tell();
    expect(changes.mode()).toBe("polling");
    stranger.exec("COMMIT");
    await isTold();
  });

  it("is reported if it comes while the watch is being set up", async () => {
    let before: number | undefined;
    arm = () => {
      // The watch is reliable by now, but does not report earlier writes.
      if (arms === 2) {
        before = told;
        commit();
      }
      return true;
    };
    given();
    waiting = waitOn();
    await until("the commit is made", () => before !== undefined);
    await isTold((before ?? 0) + 1);
  });

  it("delays the watch if it is written during the setup", async () => {
    arm = () => {
      if (arms === 2) stamp = "written";
      return true;
    };
    given();
    waiting = waitOn();
    // It wouldn't be armed a third time if it were watching.
    await until("it is armed once more", () => arms === 3);
  });

  it("isn't watched for while nobody waits", async () => {
    given({}, 10);
    waiting = waitOn();
    await isWatching(changes);
    stop.abort();
    await waiting;
    await until("it is off", () => changes.mode() === "off");
  });
});
