import type { RecordMetadata } from "kafkajs";

/** Thrown where Kafka confirmed less than was sent. */
class Unconfirmed extends Error {
  override name = "Unconfirmed";
}

const nameOf = (topic: string, partition: number): string => `partition ${partition} of ${topic}`;

/**
 * Sees that each partition was confirmed. Where leaders change between two tries of the client's, it takes a broker that has answered for done,
 * although a partition has come to it since: nobody is sent that partition's messages, and the client says that all went well (ADR 91).
 * @throws {Unconfirmed}
 */
export const assertConfirmed = (
  sent: readonly { topic: string; partition: number }[],
  answers: readonly RecordMetadata[],
): void => {
  const confirmed = new Set(
    answers.filter(({ errorCode }) => errorCode === 0).map(({ topicName, partition }) => nameOf(topicName, partition)),
  );
  const missing = sent.map(({ topic, partition }) => nameOf(topic, partition)).find((name) => !confirmed.has(name));
  if (missing !== undefined) throw new Unconfirmed(`it did not confirm ${missing}`);
};
