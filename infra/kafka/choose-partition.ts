import { createRequire } from "node:module";

type Hash = (key: string) => number;

let murmur2: Hash | undefined;
/** Loads Kafka's hash on demand: without Kafka, nothing of its client is loaded. */
const hashOf: Hash = (key) => {
  murmur2 ??= createRequire(import.meta.url)("kafkajs/src/producer/partitioners/default/murmur2") as Hash;
  return murmur2(key);
};

/** Every Kafka client computes the same partition from a key. */
export const choosePartition = (stream: string, partitions: number): number =>
  (hashOf(stream) & 0x7fffffff) % partitions;
