import { describe, expect, it } from "vitest";
import { createFakeIds } from "#infra/memory/ids.ts";
import { adapters, done, label, request, shelfDecider, upcasters, useShelf } from "#tests/support/shelf.ts";
import { createCommandRunner } from "./command-runner.ts";

describe.each(Object.entries(adapters))("a long stream, on the %s store", (_name, open) => {
  const shelf = useShelf(open);
  const { runner, clock } = shelf;

  const fill = async (events: number) => {
    const one = runner();
    for (let from = 0; from < events; from += 400) {
      const labels = Array.from({ length: Math.min(400, events - from) }, (_, n) => `l${from + n}`);
      await one.execute(shelfDecider, "1", label(...labels), request());
    }
    return one.load(shelfDecider, "1");
  };
  /** Counts events read from the stream. */
  const counting = () => {
    const counter = { read: 0, eventStore: shelf.stores.eventStore };
    counter.eventStore = {
      ...shelf.stores.eventStore,
      readStream: async (stream, options) => {
        const events = await shelf.stores.eventStore.readStream(stream, options);
        counter.read += events.length;
        return events;
      },
    };
    return counter;
  };

  it("is read from its newest snapshot", async () => {
    const full = await fill(2_600);
    const counter = counting();
    expect(await runner({ eventStore: counter.eventStore }).load(shelfDecider, "1")).toEqual(full);
    expect(counter.read).toBeLessThanOrEqual(1_000);
  });

  it("is read only after its last known event once it is loaded", async () => {
    await fill(1_200);
    const counter = counting();
    const one = runner({ eventStore: counter.eventStore });
    await one.load(shelfDecider, "1");
    const before = counter.read;
    await one.load(shelfDecider, "1");
    await one.execute(shelfDecider, "1", label("z"), request());
    expect(counter.read).toBe(before);
  });

  it("is replayed from the start if the snapshot has another state schema", async () => {
    const full = await fill(1_100);
    const counter = counting();
    const newer = { ...shelfDecider, stateSchema: 2 };
    expect(await runner({ eventStore: counter.eventStore }).load(newer, "1")).toEqual(full);
    expect(counter.read).toBe(1_100);
  });

  it("is replayed from the start if the snapshot belongs to another stream of that name", async () => {
    const full = await fill(1_050);
    for (const turn of [0, 1]) {
      const snapshot = await shelf.stores.stateStore.get<{ eventId: string }>(`snapshot:shelf-1:${turn}`);
      if (!snapshot) throw new Error("No snapshot was taken");
      await shelf.stores.stateStore.put(snapshot.key, {
        ...snapshot.value,
        eventId: "other",
        state: { labels: [], last: "" },
      });
    }
    expect(await runner().load(shelfDecider, "1")).toEqual(full);
  });

  it("is loaded at a version before its newest snapshot without a full replay", async () => {
    await fill(1_600);
    const counter = counting();
    const { state } = await runner({ eventStore: counter.eventStore }).loadAt(shelfDecider, "1", 1_450);
    expect(state.labels.at(-1)).toBe("l1450");
    expect(counter.read).toBeLessThanOrEqual(1_000);
  });

  it("is loaded at recent versions from memory, without another read", async () => {
    await fill(1_600);
    const counter = counting();
    const one = runner({ eventStore: counter.eventStore });
    await one.load(shelfDecider, "1");
    await one.execute(shelfDecider, "1", label("a", "b", "c"), request());
    counter.read = 0;
    for (const [version, last] of [
      [1_602, "c"],
      [1_600, "a"],
      [1_500, "l1500"],
    ] as const)
      expect((await one.loadAt(shelfDecider, "1", version)).state.labels.at(-1)).toBe(last);
    expect(counter.read).toBe(0);
    await one.loadAt(shelfDecider, "1", 700);
    counter.read = 0;
    expect((await one.loadAt(shelfDecider, "1", 1_601)).state.labels.at(-1)).toBe("b");
    expect(counter.read).toBe(0);
  });

  it("accepts commands even if its snapshot can't be written", async () => {
    const failures: unknown[] = [];
    const one = createCommandRunner({
      ...shelf.stores,
      stateStore: {
        ...shelf.stores.stateStore,
        put: (key, ...entry) =>
          key.startsWith("snapshot:")
            ? Promise.reject(new Error("disk full"))
            : shelf.stores.stateStore.put(key, ...entry),
      },
      clock,
      ids: createFakeIds(),
      upcasters,
      onSnapshotFailed: (error) => failures.push(error),
    });
    for (const half of [300, 300])
      done(await one.execute(shelfDecider, "1", label(...Array.from({ length: half }, () => "x")), request()));
    expect(failures).toHaveLength(1);
  });
});
