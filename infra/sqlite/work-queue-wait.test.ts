import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTempFolder, type TempFolder } from "#tests/contract/support/temp-folder.ts";
import { createFakeClock, type FakeClock } from "../memory/clock.ts";
import type { ClaimedJob, WorkQueue } from "../ports/work-queue.ts";
import { createSqliteWorkQueue } from "./queue/work-queue.ts";
import { openStateDatabase } from "./state/state-database.ts";

const hour = 3_600_000;
const wanted = { kinds: ["export"], lanes: ["short"], worker: "w", leaseMs: 30_000, maxRunningPerShop: 1 };
let folder: TempFolder;
let clock: FakeClock;
let queue: WorkQueue;
const signal = new AbortController().signal;
beforeEach(async () => {
  folder = await createTempFolder();
  clock = createFakeClock();
  queue = createSqliteWorkQueue(openStateDatabase(join(folder.path, "state.db")), clock);
});
afterEach(async () => {
  await queue.close();
  await folder.remove();
});

const enqueue = (id: string, { lane = "short", dueIn = 0 } = {}) => {
  const dueAt = new Date(clock.now().getTime() + dueIn);
  return queue.enqueue({ id, kind: "export", lane, tenant: "aurora", dueAt, payload: {} });
};
const claimed = async (): Promise<ClaimedJob> => {
  const job = await queue.claim(wanted);
  if (!job) throw new Error("There was nothing to claim.");
  return job;
};
/** Begins the wait of a worker that found nothing; `over` resolves with its length, ms. */
const wait = async (timeout: number): Promise<{ over: Promise<number> }> => {
  expect(await queue.claim(wanted)).toBeUndefined();
  const began = performance.now();
  return { over: queue.waitForJobs(timeout, signal, [wanted]).then(() => performance.now() - began) };
};

describe("a waiting worker wakes up", () => {
  it("when a job falls due", async () => {
    await enqueue("j", { dueIn: hour });
    const { over } = await wait(hour);
    clock.advance(hour);
    await over;
    await claimed();
  });

  it("when a retry falls due", async () => {
    await enqueue("j");
    await queue.scheduleRetry(await claimed(), hour);
    const { over } = await wait(hour);
    clock.advance(hour);
    await over;
    await claimed();
  });

  it("when a lease runs out", async () => {
    await enqueue("j");
    await claimed();
    const { over } = await wait(hour);
    clock.advance(30_000);
    await over;
    await claimed();
  });

  it("when the clock is set", async () => {
    await enqueue("j", { dueIn: hour });
    const { over } = await wait(hour);
    clock.jump(-hour);
    await over;
  });
});

/** Least ms of a wait of 200 ms that nothing ends. */
const waited = 150;

describe("waiting workers of one process", () => {
  it("wake up for their own jobs, whichever waited first", async () => {
    await enqueue("j", { dueIn: hour });
    const other = { ...wanted, kinds: ["expire"] };
    expect(await queue.claim(wanted)).toBeUndefined();
    expect(await queue.claim(other)).toBeUndefined();
    const stop = new AbortController();
    const others = queue.waitForJobs(hour, stop.signal, [other]);
    const ours = queue.waitForJobs(hour, signal, [wanted]);
    clock.advance(hour);
    await ours;
    stop.abort();
    await others;
  });
});

describe("a waiting worker doesn't wake up", () => {
  it("for an expired lease in another lane", async () => {
    await enqueue("j", { lane: "long" });
    await queue.claim({ ...wanted, lanes: ["long"] });
    clock.advance(30_000);
    expect(await (await wait(200)).over).toBeGreaterThan(waited);
  });

  it("for an expired lease of a shop at its limit of running jobs", async () => {
    await enqueue("j");
    await claimed();
    clock.advance(29_000);
    await enqueue("k");
    await queue.claim({ ...wanted, maxRunningPerShop: 2 });
    clock.advance(1_000);
    expect(await (await wait(200)).over).toBeGreaterThan(waited);
  });

  it("a second time for the same clock change", async () => {
    const { over } = await wait(hour);
    clock.jump(hour);
    await over;
    const began = performance.now();
    await queue.waitForJobs(200, signal);
    expect(performance.now() - began).toBeGreaterThan(waited);
  });
});
