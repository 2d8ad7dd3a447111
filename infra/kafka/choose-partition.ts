import { createRequire } from "node:module";

type Hash = (key: string) => number;

let murmur2: Hash | undefined;
/** Loaded on demand: without Kafka, nothing of its client is loaded. */
const hashOf: Hash = (key) => {
  murmur2 ??= createRequire(import.meta.url)("kafkajs/src/producer/partitioners/default/murmur2") as Hash;
  return murmur2(key);
};

/** A stream's partition in its topic, as every Kafka client computes it from a key. */
export const choosePartition = (stream: string, partitions: number): number =>
  (hashOf(stream) & 0x7fffffff) % partitions;
