import type { RecordMetadata } from "kafkajs";

export class Unconfirmed extends Error {
  override name = "Unconfirmed";
}

const nameOf = (topic: string, partition: number): string => `partition ${partition} of ${topic}`;

/**
 * kafkajs can report success without sending: if leaders change between two attempts, it skips a broker that already
 * responded, even as another partition's new leader (ADR 91).
 * @throws {Unconfirmed} a partition was not acknowledged
 */
export const assertConfirmed = (
  sent: readonly { topic: string; partition: number }[],
  answers: readonly RecordMetadata[],
): void => {
  const confirmed = new Set(
    answers.filter(({ errorCode }) => errorCode === 0).map(({ topicName, partition }) => nameOf(topicName, partition)),
  );
  const missing = sent.map(({ topic, partition }) => nameOf(topic, partition)).find((name) => !confirmed.has(name));
  if (missing !== undefined) throw new Unconfirmed(`did not confirm ${missing}`);
};
