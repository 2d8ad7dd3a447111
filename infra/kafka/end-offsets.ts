import { withTimeout } from "../ports/timeout.ts";
import { createClient } from "./client.ts";
import { listTopics } from "./topics.ts";
import { formatServerName, readKafkaBrokers } from "./url.ts";

const timeouts = { connect: 5_000, request: 8_000 };
const totalTimeoutMs = 60_000;

/**
 * Fetches the end offsets by `{topic}:{partition}`.
 * @throws {Error} `brokers` is invalid, or Kafka doesn't answer; for the operator
 */
export const fetchEndOffsets = async (brokers: string): Promise<Map<string, string>> => {
  const connection = readKafkaBrokers(brokers);
  const client = createClient(connection, timeouts);
  const readEnds = async (): Promise<Map<string, string>> => {
    const admin = client.kafka.admin();
    await admin.connect();
    const ends = new Map<string, string>();
    for (const topic of await listTopics(admin, connection))
      for (const { partition, high } of await admin.fetchTopicOffsets(topic)) ends.set(`${topic}:${partition}`, high);
    return ends;
  };
  try {
    return await withTimeout(readEnds(), totalTimeoutMs);
  } catch (cause) {
    throw new Error(
      `${formatServerName(connection)} does not answer (${cause instanceof Error ? cause.message : String(cause)}).`,
      {
        cause,
      },
    );
  } finally {
    client.destroy();
  }
};
