import { expect, it } from "vitest";
import { createMemoryStateStore } from "../memory/state-store.ts";
import type { MessageBus } from "../ports/message-bus.ts";
import type { RecordedEvent } from "../ports/stores/event-store.ts";
import { choosePartition } from "./choose-partition.ts";
import { toMessage } from "./messages.ts";
import { createOffsetStore } from "./offset-store.ts";
import { advanceProgress, initialProgress } from "./position-ranges.ts";
import { skipKafkaEvents } from "./skip-kafka-events.ts";

const at = (stream: string, position: string): RecordedEvent => ({
  id: `e${position}`,
  type: "Happened",
  data: {},
  metadata: {},
  stream,
  version: 0,
  position,
});

it("A group that follows the event store again is given all events except those it handled from Kafka", async () => {
  const stateStore = createMemoryStateStore();
  const before = createOffsetStore(stateStore, { prefix: "p.", group: "mails", storeId: "mine" });
  const event = at("run-1", "5");
  const { key, value, headers = {} } = toMessage(event, "mine");
  const message = {
    offset: "0",
    key: Buffer.from(String(key)),
    value: Buffer.from(value),
    headers,
    timestamp: "0",
    attributes: 0,
  };
  const partition = { topic: "p.events.run", partition: choosePartition("run-1", 3), of: 3 };
  before.noteConsumed(partition, message, ["2", "5"].reduce(advanceProgress, initialProgress));
  await before.flush();

  const other = Array.from({ length: 50 }, (_, n) => `run-${n}`).find(
    (stream) => choosePartition(stream, 3) !== partition.partition,
  );
  const events = [at("run-1", "1"), at("run-1", "2"), at(`${other}`, "3"), at("shop-1", "4"), event, at("run-1", "6")];
  const all: MessageBus = { subscribe: async (_, handle) => handle(events) };
  const heard = async (group: string, storeId: string) => {
    const positions: string[] = [];
    await skipKafkaEvents(all, { stateStore, storeId, kinds: ["run", "shop"] }).subscribe(
      { group, types: ["Happened"] },
      async (some) => void positions.push(...some.map(({ position }) => position)),
      new AbortController().signal,
    );
    return positions;
  };
  expect(await heard("mails", "mine")).toEqual(["1", "3", "4", "6"]);
  expect(await heard("exports", "mine")).toEqual(["1", "2", "3", "4", "5", "6"]);
  expect(await heard("mails", "another")).toEqual(["1", "2", "3", "4", "5", "6"]);
});
