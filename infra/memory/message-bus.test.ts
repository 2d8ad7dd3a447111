import { expect, it } from "vitest";
import { anEvent } from "#tests/contract/support/events.ts";
import { until } from "#tests/support/until.ts";
import type { RecordedEvent } from "../ports/stores/event-store.ts";
import { createMemoryBroker } from "./message-bus.ts";

it("The in-memory broker mixes streams, refuses and repeats messages, and gives a batch to two members at the same time", async () => {
  const broker = createMemoryBroker();
  const stop = new AbortController();
  const order: string[] = [];
  const inHand = new Map<string, number>();
  const seen = new Set<string>();
  let again = 0;
  let atOnce = 0;
  const handle = async (events: RecordedEvent[]): Promise<void> => {
    for (const { id, stream } of events) {
      const hands = (inHand.get(id) ?? 0) + 1;
      inHand.set(id, hands);
      if (hands > 1) atOnce += 1;
      if (seen.has(id)) again += 1;
      else order.push(stream);
      seen.add(id);
    }
    for (let turns = 0; turns < 4; turns += 1) await new Promise((resolve) => setImmediate(resolve));
    for (const { id } of events) inHand.set(id, (inHand.get(id) ?? 1) - 1);
  };
  const member = () => broker.subscribe({ group: "g", types: ["ThingHappened"] }, handle, stop.signal);
  const members = [member(), member()];
  let refused = 0;
  const publish = async (events: RecordedEvent[]): Promise<void> => {
    while (
      !(await broker.publish(events).then(
        () => true,
        () => false,
      ))
    )
      refused += 1;
  };
  for (let version = 0; version < 60; version += 1)
    await publish(["a", "b", "c", "d"].map((stream) => ({ ...anEvent(), stream, version, position: `p${version}` })));
  await until("all are handled", () => seen.size === 240, { every: 5 });
  stop.abort();
  await Promise.all(members);
  expect(Math.min(again, atOnce, refused)).toBeGreaterThan(0);
  const round = ["a", "b", "c", "d"].join();
  expect(order.join().startsWith([round, round, round].join())).toBe(false);
});
