import { createClient } from "#infra/kafka/client.ts";
import { readKafkaBrokers } from "#infra/kafka/url.ts";
import { withTimeout } from "#infra/ports/timeout.ts";
import { answerOf, type Chosen, leaveIt, type Missing } from "../choice.ts";
import { engineJars } from "../jars.ts";
import { type Brokers, startBrokers } from "./brokers.ts";
import { startKafkaContainer } from "./container.ts";

/** `direct`: `host:port`, or KAFKA_BROKERS as a whole. `proxied`, `secure`: as in {@link Brokers}, of a Kafka that has them. */
export type KafkaPlace = { direct: string; proxied?: Brokers["proxied"][number]; secure?: string };

/** The number of brokers behind a KAFKA_BROKERS. @throws {Error} none answers */
export const countBrokers = async (address: string): Promise<number> => {
  const client = createClient(readKafkaBrokers(address), { connect: 10_000, request: 10_000 });
  try {
    const admin = client.kafka.admin();
    await withTimeout(admin.connect(), 20_000);
    return (await withTimeout(admin.describeCluster(), 20_000)).brokers.length;
  } catch (error) {
    throw new Error(`${client.server} does not answer (${(error as Error).message}).`);
  } finally {
    client.destroy();
  }
};

/** A broker tells clients no version, but the image's tag is one. A digest may follow it. */
const tagOf = (image: string): string => /:([\w.-]+)(?=@|$)/.exec(image)?.[1] ?? "";

/** Takes the brokers that `TEST_KAFKA_BROKERS` names, or else a container, or without Docker a broker of Maven artifacts, which needs Java. */
export const startKafka = async (): Promise<Chosen<KafkaPlace> | Missing> => {
  const address = process.env.TEST_KAFKA_BROKERS;
  if (address) {
    const count = await answerOf("TEST_KAFKA_BROKERS", countBrokers(address));
    const said = `Kafka: the one that TEST_KAFKA_BROKERS names, of ${count} ${count === 1 ? "broker" : "brokers"}. It tells clients no version, and no test breaks connections to it.`;
    return { place: { direct: address }, said, close: leaveIt };
  }
  const container = await startKafkaContainer();
  if (!("missing" in container)) {
    const { image, close, ...place } = container;
    return { place, said: `Kafka ${tagOf(image)}: a container of ${image}.`, close };
  }
  const jars = await engineJars();
  if ("missing" in jars) return { missing: `${container.missing}, and ${jars.missing}` };
  const brokers = await startBrokers(jars.classPath, 1);
  const [direct, proxied, secure] = [brokers.direct[0], brokers.proxied[0], brokers.secure[0]];
  if (direct === undefined || !proxied || secure === undefined) throw new Error("There is no broker.");
  return {
    place: { direct, proxied, secure },
    said: `Kafka ${jars.kafka}: real, of its Maven artifacts, as ${container.missing}. TEST_KAFKA_BROKERS names another one.`,
    close: brokers.stop,
  };
};
