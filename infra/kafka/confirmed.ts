import type { RecordMetadata } from "kafkajs";

class Unconfirmed extends Error {
  override name = "Unconfirmed";
}

const nameOf = (topic: string, partition: number): string => `partition ${partition} of ${topic}`;

/**
 * If leaders change between two of the client's tries, it skips a broker that has answered, even if that broker has
 * since taken over another partition. That partition's messages are never sent, and the client reports success
 * (ADR 91).
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
