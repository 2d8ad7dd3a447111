import { describe, expect, it } from "vitest";
import { isRefusal } from "#domain/core/decider.ts";
import type { EventStore } from "#infra/ports/stores/event-store.ts";
import { adapters, clear, done, label, once, request, shelfDecider, useShelf } from "#tests/support/shelf.ts";

/** Counts reads of streams. */
const counting = (eventStore: EventStore) => {
  const count = { reads: 0 };
  const counted: EventStore = {
    ...eventStore,
    readStream: (...args) => {
      count.reads += 1;
      return eventStore.readStream(...args);
    },
  };
  return { count, eventStore: counted };
};

describe.each(Object.entries(adapters))("commands without retries, on the %s store", (_name, open) => {
  const shelf = useShelf(open);

  it("are appended to the last state their process knew, without reading it again", async () => {
    const { count, eventStore } = counting(shelf.stores.eventStore);
    const runner = shelf.runner({ eventStore });
    await runner.execute(shelfDecider, "1", label("a"), request({ isNewStream: true }));
    const answer = done(await runner.execute(shelfDecider, "1", label("b"), request()));
    expect(answer).toMatchObject({ version: 1, state: { labels: ["a", "b"] } });
    expect(count.reads).toBe(0);
  });

  it("are decided again if another process has appended since", async () => {
    const [one, other] = [shelf.runner(), shelf.runner()];
    await one.execute(shelfDecider, "1", once("a", 2), request());
    await other.execute(shelfDecider, "1", label("b"), request());
    expect(isRefusal(await one.execute(shelfDecider, "1", once("c", 2), request()))).toBe(true);
    expect((await shelf.runner().load(shelfDecider, "1")).state.labels).toEqual(["a", "b"]);
  });

  it("are decided on the stored state if a stream assumed to be new exists", async () => {
    await shelf.runner().execute(shelfDecider, "1", label("a"), request());
    const answer = done(await shelf.runner().execute(shelfDecider, "1", label("b"), request({ isNewStream: true })));
    expect(answer.state.labels).toEqual(["a", "b"]);
  });

  it("don't report that nothing changes based on an outdated state", async () => {
    const [one, other] = [shelf.runner(), shelf.runner()];
    await one.execute(shelfDecider, "1", label("a"), request());
    await one.execute(shelfDecider, "1", clear, request());
    await other.execute(shelfDecider, "1", label("b"), request());
    expect(done(await one.execute(shelfDecider, "1", clear, request())).events).toHaveLength(1);
    const cleared = done(await shelf.runner().execute(shelfDecider, "2", clear, request({ isNewStream: true })));
    expect(cleared).toMatchObject({ events: [], version: -1 });
  });
});
