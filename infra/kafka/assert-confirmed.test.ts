import { createRequire } from "node:module";
import { expect, it } from "vitest";
import { assertConfirmed, Unconfirmed } from "./assert-confirmed.ts";
import { describeError } from "./errors.ts";

const answer = (topicName: string, partition: number, errorCode = 0) => ({ topicName, partition, errorCode });

it("A partition that wasn't confirmed, or was answered with an error, is reported", () => {
  const sent = [
    { topic: "a", partition: 0 },
    { topic: "a", partition: 1 },
    { topic: "a", partition: 0 },
  ];
  expect(() => assertConfirmed(sent, [answer("a", 0), answer("a", 1)])).not.toThrow();
  expect(() => assertConfirmed(sent, [answer("a", 0), answer("b", 1)])).toThrow(/did not confirm partition 1 of a/);
  expect(() => assertConfirmed(sent, [answer("a", 0), answer("a", 1, 6)])).toThrow(/partition 1 of a/);
});

it("An unconfirmed partition is reported as such, not as a server that doesn't answer", () => {
  const error = new Unconfirmed("did not confirm partition 1 of a");
  expect(describeError(error, "Kafka at k:9092").message).toBe(
    "Kafka at k:9092 did not confirm partition 1 of a. Try again in a moment.",
  );
});

type Lead = Record<string, number[]>;

it("A partition that the client skipped after a leader change is reported, though the client reports success", async () => {
  const createSendMessages = createRequire(import.meta.url)("kafkajs/src/producer/sendMessages") as (
    parts: object,
  ) => (batch: object) => Promise<{ topicName: string; partition: number; errorCode: number }[]>;
  const produced: string[] = [];
  let leaders: Lead = { "1": [0], "2": [1] };
  const brokerOf = (nodeId: string) => ({
    nodeId,
    produce: async ({ topicData }: { topicData: { topic: string; partitions: { partition: number }[] }[] }) => {
      if (nodeId === "2") {
        leaders = { "1": [0, 1] };
        throw Object.assign(new Error("Closed connection"), { name: "KafkaJSConnectionError", retriable: true });
      }
      const topics = topicData.map(({ topic, partitions }) => ({
        topicName: topic,
        partitions: partitions.map(({ partition }) => ({ partition, errorCode: 0 })),
      }));
      for (const { partitions } of topics) for (const { partition } of partitions) produced.push(`${partition}`);
      return { topics };
    },
  });
  const brokers = new Map(["1", "2"].map((nodeId) => [nodeId, brokerOf(nodeId)]));
  const quiet = { debug: () => undefined, error: () => undefined };
  const send = createSendMessages({
    logger: quiet,
    cluster: {
      isConnected: () => true,
      refreshMetadataIfNecessary: async () => undefined,
      refreshMetadata: async () => undefined,
      addMultipleTargetTopics: async () => undefined,
      findTopicPartitionMetadata: () => [{ partitionId: 0 }, { partitionId: 1 }],
      findLeaderForPartitions: () => leaders,
      findBroker: async ({ nodeId }: { nodeId: string }) => brokers.get(nodeId),
    },
    partitioner: ({ message }: { message: { partition: number } }) => message.partition,
    eosManager: {
      isTransactional: () => false,
      getSequence: () => 0,
      updateSequence: () => undefined,
      getProducerId: () => 1,
      getProducerEpoch: () => 0,
      acquireBrokerLock: async () => undefined,
      releaseBrokerLock: () => undefined,
    },
    retrier: async (work: (bail: (error: unknown) => void) => Promise<unknown>) => {
      for (let tries = 0; tries < 5; tries += 1)
        try {
          return await work((error) => {
            throw error;
          });
        } catch (error) {
          if (tries === 4) throw error;
        }
    },
  });
  const messages = [0, 1].map((partition) => ({ partition, value: "v" }));
  const answers = await send({ acks: -1, timeout: 1_000, topicMessages: [{ topic: "a", messages }] });
  expect(produced).toEqual(["0"]);
  expect(() =>
    assertConfirmed(
      messages.map(({ partition }) => ({ topic: "a", partition })),
      answers,
    ),
  ).toThrow(/partition 1 of a/);
});
