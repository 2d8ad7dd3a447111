import { afterEach, describe, expect, it } from "vitest";
import type { StoredOffset } from "#infra/kafka/consumed-events.ts";
import { fetchEndOffsets } from "#infra/kafka/end-offsets.ts";
import { createMemoryStateStore } from "#infra/memory/state-store.ts";
import { brokersAt, createEnding, createHistory, kafka, newPrefix, theKafka } from "./support.ts";

const open = createEnding();
afterEach(() => open.endAll());

describe.skipIf(!kafka)("The end offsets of partitions", () => {
  it("equal a group's offsets if and only if it has received everything", async () => {
    const prefix = newPrefix();
    const brokers = brokersAt(theKafka().direct, prefix);
    const publisher = open.publisher({ brokers });
    const next = createHistory();
    const events = Array.from({ length: 20 }, (_, n) => next(`export-${n % 7}`));
    await publisher.publish(events);
    const places = new Map<string, string>();
    const stateStore = createMemoryStateStore();
    const noting: typeof stateStore = {
      ...stateStore,
      put: async (key, value, options) => {
        const { topic, partition, offset } = value as StoredOffset;
        places.set(`${topic}:${partition}`, offset);
        return stateStore.put(key, value, options);
      },
    };
    const heard: string[] = [];
    const member = open.member(open.bus({ brokers, stateStore: noting }), async (batch) => {
      heard.push(...batch.map(({ id }) => id));
    });
    await expect.poll(() => heard.length).toBe(events.length);
    await member.stop();
    const filled = async () => new Map([...(await fetchEndOffsets(brokers))].filter(([, end]) => end !== "0"));
    expect(places).toEqual(await filled());
    await publisher.publish([next("export-1")]);
    expect(places).not.toEqual(await filled());
  });

  it("can't be read from a missing broker, whose error names it", async () => {
    await expect(fetchEndOffsets("127.0.0.1:9?prefix=none.")).rejects.toThrow(
      /^Kafka at 127\.0\.0\.1:9 does not answer \(.+\)\.$/,
    );
  });
});
