import { Partitioners } from "kafkajs";
import { expect, it } from "vitest";
import { choosePartition } from "./choose-partition.ts";

it("A stream's partition is the one that the Kafka client chooses for its name", () => {
  const choose = Partitioners.DefaultPartitioner();
  const streams = ["", "a", "export-42", "workspace-ä€\u{1f600}", ...Array.from({ length: 200 }, (_, n) => `run-${n}`)];
  for (const partitions of [1, 3, 12, 24])
    for (const stream of streams) {
      const partitionMetadata = Array.from({ length: partitions }, (_, partitionId) => ({
        partitionId,
        partitionErrorCode: 0,
        leader: 1,
        replicas: [],
        isr: [],
      }));
      expect(choosePartition(stream, partitions)).toBe(
        choose({ topic: "t", partitionMetadata, message: { key: stream, value: "" } }),
      );
    }
});
