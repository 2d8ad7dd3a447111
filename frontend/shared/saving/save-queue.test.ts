import { describe, expect, it } from "vitest";
import { createSaveQueue } from "./save-queue.ts";

/** A queue whose time and saves the test controls. */
const setUp = () => {
  const saves: { value: string; finish: (error?: Error) => Promise<void> }[] = [];
  const errors: unknown[] = [];
  const states: string[] = [];
  let timer: (() => void) | null = null;
  const queue = createSaveQueue<string>({
    save: (value) => {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const finish = async (error?: Error) => {
        if (error) reject(error);
        else resolve();
        // Runs the queue's own promise chain.
        for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
      };
      saves.push({ value, finish });
      return promise;
    },
    onError: (error) => errors.push(error),
    pauseMs: 300,
    schedule: (run) => {
      timer = run;
      return () => {
        timer = null;
      };
    },
  });
  queue.subscribe(() => states.push(queue.state()));
  const pause = () => {
    const run = timer;
    timer = null;
    run?.();
  };
  return { queue, saves, errors, states, pause, values: () => saves.map(({ value }) => value) };
};

describe("the saving queue", () => {
  it("saves only the newest of several quick changes", async () => {
    const { queue, saves, states, pause, values } = setUp();
    queue.push("a");
    queue.push("b");
    queue.push("c");
    expect(values()).toEqual([]);
    pause();
    await saves[0]?.finish();
    expect(values()).toEqual(["c"]);
    expect(states).toEqual(["waiting", "waiting", "waiting", "saving", "none"]);
  });

  it("runs one save at a time, and keeps only the newest waiting one", async () => {
    const { queue, saves, pause, values } = setUp();
    queue.push("a");
    pause();
    queue.push("b");
    pause();
    queue.push("c");
    pause();
    expect(values()).toEqual(["a"]);
    expect(queue.state()).toBe("saving");
    await saves[0]?.finish();
    expect(values()).toEqual(["a", "c"]);
    await saves[1]?.finish();
    expect(queue.state()).toBe("none");
  });

  it("keeps the pause of a change made during a save", async () => {
    const { queue, saves, pause, values } = setUp();
    queue.push("a");
    pause();
    queue.push("b");
    await saves[0]?.finish();
    expect(queue.state()).toBe("waiting");
    expect(values()).toEqual(["a"]);
    pause();
    expect(values()).toEqual(["a", "b"]);
  });

  it("reports a failed save, and continues with the next change", async () => {
    const { queue, saves, errors, pause } = setUp();
    queue.push("a");
    pause();
    await saves[0]?.finish(new Error("busy"));
    expect(queue.state()).toBe("error");
    expect(errors).toEqual([new Error("busy")]);
    queue.push("b");
    pause();
    await saves[1]?.finish();
    expect(queue.state()).toBe("none");
  });

  it("saves waiting changes at once when it is flushed", () => {
    const { queue, values, pause } = setUp();
    queue.flush();
    expect(values()).toEqual([]);
    queue.push("a");
    queue.flush();
    expect(values()).toEqual(["a"]);
    pause();
    expect(values()).toEqual(["a"]);
  });
});
