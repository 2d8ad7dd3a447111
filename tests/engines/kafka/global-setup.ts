import type { TestProject } from "vitest/node";
import { engineJars } from "../jars.ts";
import { type Brokers, startBrokers } from "./brokers.ts";

/** `direct`: KAFKA_BROKERS of the run's broker. The others are of a broker of the tests' own alone ({@link Brokers}). */
export type TestKafka = { direct: string; proxied?: Brokers["proxied"][number]; secure?: string };

declare module "vitest" {
  interface ProvidedContext {
    /** Undefined where there is none. */
    kafka: TestKafka | undefined;
  }
}

/** One broker for the run; each test has a prefix of its own. `TEST_KAFKA_BROKERS` names another one. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const given = process.env.TEST_KAFKA_BROKERS;
  if (given) {
    console.log(
      "Kafka: the brokers that TEST_KAFKA_BROKERS names. What happens to connections is not tested with them.",
    );
    project.provide("kafka", { direct: given });
    return undefined;
  }
  const jars = await engineJars();
  if ("missing" in jars) {
    console.log(`Kafka: its tests are skipped, as ${jars.missing}. TEST_KAFKA_BROKERS names one that runs.`);
    project.provide("kafka", undefined);
    return undefined;
  }
  console.log("Kafka: a real broker, 3.9.1, of its Maven artifacts.");
  const brokers = await startBrokers(jars.classPath, 1);
  const [direct, proxied, secure] = [brokers.direct[0], brokers.proxied[0], brokers.secure[0]];
  if (direct === undefined) throw new Error("There is no broker.");
  project.provide("kafka", { direct, ...(proxied && { proxied }), ...(secure !== undefined && { secure }) });
  return () => brokers.stop();
}
