import { afterEach, describe, expect, it } from "vitest";
import { StoreBusy } from "#infra/ports/store-errors.ts";
import type { RecordedEvent } from "#infra/ports/stores/event-store.ts";
import { brokersAt, createEnding, createHistory, kafka, newPrefix, readTopic, theKafka } from "./support.ts";

const open = createEnding();
afterEach(() => open.endAll());

const topicOf = (prefix: string, kind: string): string => `${prefix}events.${kind}`;
const idsIn = async (topic: string, count: number): Promise<string[]> =>
  (await readTopic(topic, count)).map(({ message }) => String(message.headers?.id));

describe.skipIf(!kafka)("A publisher to Kafka", () => {
  it("puts a category into one topic, each stream into one partition, with all of each event", async () => {
    const prefix = newPrefix();
    const publisher = open.publisher({ brokers: brokersAt(theKafka().direct, prefix) });
    const next = createHistory();
    const event = next("export-1", { data: { text: "ä\u2028\0€" }, metadata: { tenant: "t" } });
    const events = [event, ...Array.from({ length: 30 }, (_, n) => next(`export-${n % 5}`)), next("shop-1")];
    await publisher.publish(events);
    const found = await readTopic(topicOf(prefix, "export"), 31);
    expect(await idsIn(topicOf(prefix, "shop"), 1)).toEqual([events.at(-1)?.id]);
    const first = found.find(({ message }) => String(message.headers?.id) === event.id)?.message;
    expect(String(first?.key)).toBe("export-1");
    expect(
      Object.fromEntries(Object.entries(first?.headers ?? {}).map(([name, value]) => [name, String(value)])),
    ).toEqual({ id: event.id, type: "Wanted", version: "0", position: event.position, store: "the-store" });
    expect(JSON.parse(String(first?.value))).toEqual({ data: event.data, metadata: event.metadata });
    const partitions = Map.groupBy(found, ({ message }) => String(message.key));
    for (const [stream, messages] of partitions) {
      expect(new Set(messages.map(({ partition }) => partition)).size).toBe(1);
      expect(messages.map(({ message }) => String(message.headers?.id))).toEqual(
        events.filter((one) => one.stream === stream).map(({ id }) => id),
      );
    }
  });

  it("accepts events of the maximum size, and many large ones at once", async () => {
    const prefix = newPrefix();
    const publisher = open.publisher({ brokers: brokersAt(theKafka().direct, prefix) });
    const next = createHistory();
    const text = (size: number) => ({ data: { text: "x".repeat(size) } });
    const events = [next("a", text(899_900)), ...Array.from({ length: 12 }, () => next("a", text(300_000)))];
    await publisher.publish(events);
    expect(await idsIn(topicOf(prefix, "a"), events.length)).toEqual(events.map(({ id }) => id));
  });

  describe.skipIf(!kafka?.proxied)("with a breaking connection", () => {
    const given = async () => {
      const prefix = newPrefix();
      const proxy = await open.proxy();
      const publisher = open.publisher({ brokers: brokersAt(proxy.host, prefix) });
      const next = createHistory();
      const topic = topicOf(prefix, "a");
      const batch = (count: number): RecordedEvent[] => Array.from({ length: count }, () => next("a"));
      return { proxy, publisher, topic, batch };
    };

    it("publishes events once, in order, if the response is lost", async () => {
      const { proxy, publisher, topic, batch } = await given();
      const ids: string[] = [];
      for (let round = 0; round < 6; round += 1) {
        const [quiet, cut] = [batch(5), batch(5)];
        await publisher.publish(quiet);
        const lost = proxy.cutAtNextAnswer();
        await publisher.publish(cut);
        await lost;
        ids.push(...quiet.map(({ id }) => id), ...cut.map(({ id }) => id));
      }
      expect(await idsIn(topic, ids.length)).toEqual(ids);
    });

    it("fails with a message while Kafka refuses connections, and continues afterwards", async () => {
      const { proxy, publisher, topic, batch } = await given();
      const [before, during] = [batch(3), batch(3)];
      await publisher.publish(before);
      await proxy.set({ kind: "refused" });
      const publishing = publisher.publish(during);
      await expect(publishing).rejects.toThrow(StoreBusy);
      await expect(publishing).rejects.toThrow(/^Kafka at 127\.0\.0\.1:\d+ does not answer \(/);
      await proxy.set({ kind: "none" });
      await publisher.publish(during);
      expect(await idsIn(topic, 6)).toEqual([...before, ...during].map(({ id }) => id));
    });

    it("fails in time if Kafka is silent, and sends nothing of that batch after later ones", async () => {
      const { proxy, publisher, topic, batch } = await given();
      const [before, during, after] = [batch(3), batch(3), batch(3)];
      await publisher.publish(before);
      await proxy.set({ kind: "silent" });
      await expect(publisher.publish(during)).rejects.toThrow(/^Kafka at .* does not answer \(/);
      await proxy.set({ kind: "none" });
      await publisher.publish(during);
      await publisher.publish(after);
      const ids = [...before, ...during, ...after].map(({ id }) => id);
      const found = await idsIn(topic, ids.length);
      expect([...new Set(found)]).toEqual(ids);
      expect(found.slice(-after.length)).toEqual(after.map(({ id }) => id));
    });
  });
});
