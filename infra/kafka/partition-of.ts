import { createRequire } from "node:module";

type Hash = (key: string) => number;

let murmur2: Hash | undefined;
/** Fetched when it is asked for: who has never heard over Kafka loads nothing of its client. */
const hashOf: Hash = (key) => {
  murmur2 ??= createRequire(import.meta.url)("kafkajs/src/producer/partitioners/default/murmur2") as Hash;
  return murmur2(key);
};

/** In which of a topic's partitions a stream stands: as every client of Kafka's has it for a key. */
export const partitionOf = (stream: string, partitions: number): number => (hashOf(stream) & 0x7fffffff) % partitions;
