import { describe, expect, it } from "vitest";
import { createYieldToEventLoop } from "#application/process/yield-to-event-loop.ts";
import { ExportStatus } from "#domain/enumerations.ts";
import { createFakeClock } from "#infra/memory/clock.ts";
import { createMemoryStateStore } from "#infra/memory/state-store.ts";
import type { Json } from "#infra/ports/json.ts";
import { until } from "#tests/support/until.ts";
import { attemptOfName } from "./attempt.ts";
import { createProgress } from "./progress.ts";

const told = (error: unknown) => {
  throw error;
};

describe("export progress", () => {
  const started = (attempt = 1) => {
    const clock = createFakeClock();
    const stateStore = createMemoryStateStore(clock);
    const writes: Json[] = [];
    const counting: typeof stateStore = {
      ...stateStore,
      put: (key, value, options) => {
        writes.push(value);
        return stateStore.put(key, value, options);
      },
    };
    const progress = createProgress({ stateStore: counting, clock, exportId: "e1", attempt, onFault: told });
    return { stateStore, writes, progress };
  };

  it("is written at once, then only the latest at most four times a second", async () => {
    const { writes, progress } = started();
    for (let step = 0; step < 1_000; step += 1) progress.report(ExportStatus.AddData, step, 1_000);
    await until("two are written", () => writes.length === 2);
    expect(writes.at(-1)).toEqual({ attempt: 1, status: 15, step: 999, maxStep: 1_000 });
    await progress.end();
    expect(writes).toHaveLength(2);
  });

  it("is deleted at the end, and nothing is written after that", async () => {
    const { stateStore, progress } = started();
    progress.report(ExportStatus.AddData, 1, 2);
    await progress.end();
    progress.report(ExportStatus.AddData, 2, 2);
    expect(await stateStore.get("progress:e1")).toBeUndefined();
  });

  it("is left unchanged if it belongs to a newer attempt", async () => {
    const { stateStore, progress } = started(1);
    await stateStore.put("progress:e1", { attempt: 2, status: 11, step: 0, maxStep: 0 });
    await progress.end();
    expect((await stateStore.get("progress:e1"))?.value).toMatchObject({ attempt: 2 });
  });
});

describe("long loops", () => {
  it("yield to other work repeatedly, and stop on request", async () => {
    const stopping = new AbortController();
    const breathe = createYieldToEventLoop(stopping.signal);
    let others = 0;
    const timer = setInterval(() => {
      others += 1;
    }, 1);
    const end = performance.now() + 5_000;
    while (others < 2 && performance.now() < end) await breathe();
    clearInterval(timer);
    expect(others).toBeGreaterThanOrEqual(2);
    stopping.abort();
    expect(breathe).toThrow();
  });
});

it("a file's name identifies its export and attempt", () => {
  expect(attemptOfName("3f0c-1.2.part")).toEqual({ exportId: "3f0c-1", attempt: 2 });
  expect(attemptOfName("3f0c-1.12.csv")).toEqual({ exportId: "3f0c-1", attempt: 12 });
  expect(attemptOfName("readme.txt")).toBeUndefined();
});
