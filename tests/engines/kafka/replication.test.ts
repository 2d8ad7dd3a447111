import { afterEach, describe, expect, it } from "vitest";
import { StoreBusy } from "#infra/ports/store-errors.ts";
import { until } from "#tests/support/until.ts";
import { createTaking } from "./group.ts";
import { brokersAt, createEnding, createHistory, kafka, newPrefix, theKafka } from "./support.ts";

const open = createEnding();
afterEach(() => open.endAll());

/** Settings for the only broker that is up. */
const given = () => {
  const prefix = newPrefix();
  const at = (options: string) => brokersAt(theKafka().direct, prefix, `partitions=1${options}`);
  const said: string[] = [];
  const say = (_: object, message: string) => void said.push(message);
  return { prefix, asThree: at(""), asOne: at("&replication=1"), said, log: { warn: say, info: say } };
};
const sentence =
  /^Kafka at .* cannot take Sheaf's events yet: 1 of its brokers is up, and each event needs 3\. Start the others, or write replication=1 in KAFKA_BROKERS/;

describe.skipIf(!kafka?.proxied)("If only one of three brokers is up at the first start", () => {
  it("no topic is created on it alone, and publishers and subscribers say what to do", async () => {
    const { prefix, asThree, said, log } = given();
    const publishing = open.publisher({ brokers: asThree }).publish([createHistory()("a-1")]);
    await expect(publishing).rejects.toThrow(StoreBusy);
    await expect(publishing).rejects.toThrow(sentence);
    const bus = open.bus({ brokers: asThree, kinds: ["a"], log });
    open.member(bus, async () => undefined);
    await until("the bus reports it, too", () => bus.troubles().length > 0);
    expect(bus.troubles()).toEqual([expect.stringMatching(sentence)]);
    expect(said[0]).toMatch(/delivers no events \(1 of its brokers is up, and each event needs 3\)/);
    const admin = await open.admin();
    expect((await admin.listTopics()).filter((topic) => topic.startsWith(prefix))).toEqual([]);
  });

  it("topics created on it alone are still received, and reported once", async () => {
    const { asThree, asOne, said, log } = given();
    const { taken, take } = createTaking();
    const next = createHistory();
    const publisher = open.publisher({ brokers: asOne });
    await publisher.publish([next("a-1")]);
    const bus = open.bus({ brokers: asThree, log });
    open.member(bus, take);
    open.member(bus, async () => undefined, { group: "other" });
    await until("it is received", () => taken.size === 1);
    await publisher.publish([next("b-1")]);
    await until("the other topic's event is processed", () => taken.size === 2 && said.length > 1);
    expect(said).toEqual(
      Array(2).fill(
        expect.stringMatching(/^Topics in Kafka at .* are on fewer brokers than the 3 that KAFKA_BROKERS asks for/),
      ),
    );
  });
});
