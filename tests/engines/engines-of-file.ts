import { afterAll, beforeAll } from "vitest";
import { isDockerThere } from "./docker/start-container.ts";
import { engineJars } from "./jars.ts";
import type { Brokers } from "./kafka/brokers.ts";
import type { Engines } from "./kills/over-engines.ts";
import { startRunEngines } from "./run-engines.ts";

/** `proxied`: where a proxy may stand between Sheaf and Kafka; undefined for a Kafka that a setting names. */
export type EnginesOfFile = Engines & { proxied: Brokers["proxied"][number] | undefined };

const settings = ["TEST_EVENTSTORE_URL", "TEST_MONGODB_URL", "TEST_KAFKA_BROKERS"] as const;

/** The settings that name engines in this run. No proxy can stand in front of those engines. */
export const namedEngines = (): string[] => settings.filter((name) => process.env[name]);

/** The reason why no engines can be started or reached, as a clause; undefined where they can. */
const whyNone = async (): Promise<string | undefined> => {
  const named = namedEngines();
  if (named.includes("TEST_MONGODB_URL") && named.includes("TEST_KAFKA_BROKERS")) return undefined;
  if (await isDockerThere()) return undefined;
  const jars = await engineJars();
  return "missing" in jars ? `there is no Docker, and ${jars.missing}` : undefined;
};

/** Engines for the tests of one file, chosen as for a run. They end with the file. `missing`: why there are none, as a clause. */
export const enginesOfFile = async (): Promise<{ missing?: string; engines: () => EnginesOfFile }> => {
  let started: EnginesOfFile | undefined;
  const engines = () => {
    if (!started) throw new Error("There are no engines.");
    return started;
  };
  const missing = await whyNone();
  if (missing !== undefined) {
    console.log(`What happens over engines that others keep is not tested here, as ${missing}.`);
    return { missing, engines };
  }
  let close = async (): Promise<void> => undefined;
  beforeAll(async () => {
    const { eventStore, mongo, kafka, ...run } = await startRunEngines();
    close = run.close;
    if (!mongo || !kafka) throw new Error("There is no MongoDB or no Kafka, as the line above says.");
    started = { eventStore, mongoUrl: mongo.url, kafka: kafka.direct, proxied: kafka.proxied, supervised: true };
  });
  afterAll(() => close());
  return { engines };
};
