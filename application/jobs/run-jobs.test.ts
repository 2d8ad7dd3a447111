import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createFakeClock, type FakeClock } from "#infra/memory/clock.ts";
import { createMemoryWorkQueue } from "#infra/memory/work-queue.ts";
import { StoreBusy, StoreDamaged, StreamDamaged } from "#infra/ports/store-errors.ts";
import type { ClaimedJob, Job, WorkQueue } from "#infra/ports/work-queue.ts";
import { until } from "#tests/support/until.ts";
import { completed, type JobHandler, type JobKind, maxAttempts, reschedule, retry } from "./job.ts";
import { type ClaimGroup, runJobs } from "./run-jobs.ts";

let clock: FakeClock;
let queue: WorkQueue;
/** All waits of the process. */
let waits: { timeout: number; claims: Parameters<WorkQueue["waitForJobs"]>[2] }[];
let lines: string[];
let stopping: AbortController;
let working: Promise<void>;
beforeEach(() => {
  clock = createFakeClock();
  const memory = createMemoryWorkQueue(clock);
  // Moving the clock wakes nobody, so workers poll often.
  waits = [];
  queue = {
    ...memory,
    waitForJobs: (timeout, signal, claims) => {
      waits.push({ timeout, claims });
      return memory.waitForJobs(Math.min(timeout, 5), signal, claims);
    },
  };
  lines = [];
  stopping = new AbortController();
});
afterEach(async () => {
  stopping.abort();
  await working;
});

const enqueue = (id: string, changes: Partial<Job> = {}) =>
  queue.enqueue({ id, kind: "work", lane: "any", tenant: "aurora", dueAt: clock.now(), payload: {}, ...changes });

const given = (kinds: Record<string, JobHandler | JobKind>, claims?: ClaimGroup[]): void => {
  const note = (fields: object, message: string) => void lines.push(`${JSON.stringify(fields)} ${message}`);
  working = runJobs({
    queue,
    clock,
    log: { info: note, warn: note, error: note },
    worker: "w",
    lanes: ["any"],
    claims: claims ?? [{ kinds: Object.keys(kinds), atOnce: 1 }],
    handlers: Object.fromEntries(
      Object.entries(kinds).map(([kind, one]) => [kind, typeof one === "function" ? { run: one } : one]),
    ),
    signal: stopping.signal,
  });
};

/** A handler that works until its job is released. */
const slow = () => {
  const running: string[] = [];
  const letGo = new Map<string, () => void>();
  const run: JobHandler = async (job, signal) => {
    running.push(job.id);
    await new Promise<void>((resolve) => {
      letGo.set(job.id, resolve);
      signal.addEventListener("abort", () => resolve(), { once: true });
      // Claimed while all were ending.
      if (signal.aborted) resolve();
    });
    running.splice(running.indexOf(job.id), 1);
    return signal.aborted ? reschedule(0) : completed;
  };
  return { run, running, letGo: (id: string) => letGo.get(id)?.() };
};

const countOpen = async (kinds = ["work"]) => {
  const { waiting, running } = await queue.countOpen({ tenant: "aurora", kinds });
  return waiting + running;
};
/** Advances time until the queue has dead-lettered the job. */
const untilDead = (id: string) =>
  until(`${id} is dead`, async () => {
    clock.advanceWall(60_000);
    return (await queue.listDead(10)).some((dead) => dead.id === id);
  });

describe("a process that runs jobs", () => {
  it("runs several at the same time, so that one shop's slow job delays no other shop", async () => {
    const { run, running, letGo } = slow();
    given({ work: run }, [{ kinds: ["work"], atOnce: 3 }]);
    for (const id of ["a", "b", "c", "d"]) await enqueue(id, { tenant: id });
    await until("three run", () => running.length === 3);
    expect(running).toEqual(["a", "b", "c"]);
    letGo("b");
    await until("the fourth runs", () => running.includes("d"));
    expect(running).toEqual(["a", "c", "d"]);
  });

  it("uses its last free permits too, after a short wait", async () => {
    const { run, running } = slow();
    given({ work: run }, [{ kinds: ["work"], atOnce: 10 }]);
    for (let n = 1; n <= 9; n += 1) await enqueue(`held-${n}`);
    await until("nine run", () => running.length === 9);
    await enqueue("tenth");
    await until("the tenth runs", () => {
      clock.advanceWall(10);
      return running.includes("tenth");
    });
    // The queue was not asked for the unused permit, so the wait is short.
    expect(waits.map(({ timeout }) => timeout)).toContain(1_000);
    await until("it waits for long when all are taken", () => waits.at(-1)?.timeout === 10_000);
  });

  it("gives one shop no more permits than its limit", async () => {
    const { run, running, letGo } = slow();
    given({ work: run }, [{ kinds: ["work"], atOnce: 4, maxRunningPerShop: 2 }]);
    for (const id of ["a1", "a2", "a3"]) await enqueue(id);
    await enqueue("b1", { tenant: "borealis" });
    await until("three run", () => running.length === 3);
    expect(running.toSorted()).toEqual(["a1", "a2", "b1"]);
    letGo("a1");
    await until("the next of the shop runs", () => running.includes("a3"));
  });

  it("runs small jobs while all permits for large ones are taken", async () => {
    const { run, running } = slow();
    const small: string[] = [];
    given(
      {
        great: run,
        small: async ({ id }) => {
          small.push(id);
          return completed;
        },
      },
      [
        { kinds: ["great"], atOnce: 1 },
        { kinds: ["small"], atOnce: 1 },
      ],
    );
    for (const id of ["g1", "g2"]) await enqueue(id, { kind: "great" });
    await until("one runs", () => running.length === 1);
    await enqueue("s1", { kind: "small" });
    await until("the small one is done", () => small.length === 1);
    expect(running).toEqual(["g1"]);
    // Large jobs have no permit, so they must not end the wait.
    await until("it waits for small ones", () => waits.at(-1)?.claims?.length === 1);
    expect(waits.at(-1)?.claims).toEqual([{ kinds: ["small"], lanes: ["any"] }]);
  });

  it("gives all jobs back when it stops, without using up an attempt", async () => {
    const { run, running } = slow();
    given({ work: run }, [{ kinds: ["work"], atOnce: 2 }]);
    for (const id of ["a", "b"]) await enqueue(id);
    await until("both run", () => running.length === 2);
    stopping.abort();
    await working;
    const claim = () => queue.claim({ kinds: ["work"], lanes: ["any"], worker: "w2", leaseMs: 1_000 });
    expect([await claim(), await claim()]).toMatchObject([
      { id: "a", attempts: 1, fence: 2 },
      { id: "b", attempts: 1, fence: 2 },
    ]);
  });

  it("ends with the error of a damaged store, and gives the other jobs back", async () => {
    const { run, running } = slow();
    const damage = new StoreDamaged("state.db is damaged.", { reason: "torn" });
    given({ work: run, broken: () => Promise.reject(damage) }, [
      { kinds: ["work"], atOnce: 1 },
      { kinds: ["broken"], atOnce: 1 },
    ]);
    const ended = expect(working).rejects.toBe(damage);
    await enqueue("a");
    await until("one runs", () => running.length === 1);
    await enqueue("b", { kind: "broken" });
    await ended;
    working = Promise.resolve();
    expect(await queue.countOpen({ tenant: "aurora", kinds: ["work"] })).toEqual({ waiting: 1, running: 0 });
  });
});

it("retries a job whose stream is damaged, and completes the others", async () => {
  const done: string[] = [];
  const run: JobHandler = async ({ id }) => {
    if (id === "broken") throw new StreamDamaged("Events of the stream shop-1 are missing.");
    done.push(id);
    return { kind: "done" };
  };
  given({ work: run });
  await enqueue("broken");
  await enqueue("sound");
  await until("the other is done", () => done.length === 1);
  await until("it is logged", () => lines.some((line) => line.includes("it will be tried again")));
  expect(await queue.getStatus("broken")).toBe("open");
});

describe("a job that always throws", () => {
  const failing = () => {
    let attempts = 0;
    return {
      attempts: () => attempts,
      run: async () => {
        attempts += 1;
        throw new TypeError("broken for good");
      },
    };
  };

  it("is retried at growing intervals, is dead after its last attempt, and delays no others", async () => {
    const { run, attempts } = failing();
    const pauses: number[] = [];
    const scheduleRetry = queue.scheduleRetry;
    queue.scheduleRetry = (job, delay) => {
      pauses.push(delay);
      return scheduleRetry(job, delay);
    };
    given({ work: run, other: async () => completed });
    await enqueue("a");
    await untilDead("a");
    expect(attempts()).toBe(maxAttempts);
    expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000]);
    expect(await queue.listDead(10)).toMatchObject([
      { id: "a", kind: "work", attempts: 10, reason: "TypeError: broken for good" },
    ]);
    expect(lines.at(-1)).toMatch(
      /"job":"a","kind":"work","tenant":"aurora","attempts":10.*was given up\. The support console .*npm run repair/,
    );
    await enqueue("b", { kind: "other" });
    await until("the other is done", async () => (await countOpen(["other"])) === 0);
  });

  it("calls onDiscarded once, with the error, before the job is dead", async () => {
    const said: [ClaimedJob["id"], unknown][] = [];
    const { run } = failing();
    given({
      work: {
        run,
        maxAttempts: 3,
        retryDelayMs: () => 5,
        onDiscarded: async ({ id }, error) => void said.push([id, error]),
      },
    });
    await enqueue("a");
    await untilDead("a");
    expect(said).toEqual([["a", new TypeError("broken for good")]]);
  });

  it("is dead after some more attempts if onDiscarded keeps failing", async () => {
    const { run, attempts } = failing();
    let words = 0;
    const onDiscarded = async () => {
      words += 1;
      throw new Error("nobody listens");
    };
    given({ work: { run, maxAttempts: 3, onDiscarded } });
    await enqueue("a");
    await untilDead("a");
    expect([attempts(), words]).toEqual([3, 6]);
  });
});

describe("a job", () => {
  it("is given up without another attempt if its process died as often as allowed", async () => {
    for (const _ of Array.from({ length: 3 })) {
      await enqueue("a");
      await queue.claim({ kinds: ["work"], lanes: ["any"], worker: "killed", leaseMs: 1_000 });
      clock.advanceWall(1_000);
    }
    let runs = 0;
    const said: unknown[] = [];
    const run = async () => {
      runs += 1;
      return completed;
    };
    given({ work: { run, maxAttempts: 3, onDiscarded: async (_job, error) => void said.push(error) } });
    await untilDead("a");
    expect([runs, said]).toEqual([0, [expect.objectContaining({ message: expect.stringMatching(/started 3 times/) })]]);
  });

  it("is given up too if it keeps asking for a retry", async () => {
    given({ work: async () => retry(5) });
    await enqueue("a");
    await untilDead("a");
    expect((await queue.listDead(1))[0]?.attempts).toBe(maxAttempts);
  });

  it("reschedules itself as often as it needs, keeps its progress, and uses up no attempt", async () => {
    const seen: unknown[] = [];
    given({
      work: async ({ attempts, payload }) => {
        seen.push([attempts, payload.looks]);
        const looks = Number(payload.looks ?? 0) + 1;
        return looks === 40 ? completed : reschedule(60_000, { operation: "7", looks });
      },
    });
    await enqueue("a");
    await until("it is done", async () => {
      clock.advanceWall(60_000);
      return (await countOpen()) === 0;
    });
    expect(seen).toHaveLength(40);
    expect(seen.at(-1)).toEqual([1, 39]);
    expect(await queue.countDead()).toEqual({});
  });

  it("is not repeated if its store was unavailable at its end", async () => {
    const { complete } = queue;
    let refused = 0;
    let runs = 0;
    queue.complete = async (job) => {
      refused += 1;
      if (refused <= 2) throw new StoreBusy("MongoDB at nowhere does not answer.");
      return complete(job);
    };
    given({
      work: async () => {
        runs += 1;
        return completed;
      },
    });
    await enqueue("a");
    await until("it is settled", async () => (await countOpen()) === 0);
    expect([runs, refused]).toEqual([1, 3]);
  });

  it("uses up no attempt if a store was unavailable", async () => {
    let asked = 0;
    given({
      work: {
        maxAttempts: 2,
        run: async () => {
          asked += 1;
          if (asked < 20) throw new StoreBusy("state.db is locked.");
          return completed;
        },
      },
    });
    await enqueue("a");
    await until("it is done", async () => {
      clock.advanceWall(60_000);
      return (await countOpen()) === 0;
    });
    expect(asked).toBe(20);
  });
});
