import { afterAll, beforeAll } from "vitest";
import { engineJars } from "./jars.ts";
import { type Brokers, startBrokers } from "./kafka/brokers.ts";
import { createKeeping } from "./keeping.ts";
import type { Engines } from "./kills/over-engines.ts";
import { startStandIn } from "./mongodb/stand-in.ts";

/** `mongoPort`, `proxied`: where something may stand between Sheaf and MongoDB or Kafka. */
export type EnginesOfFile = Engines & { mongoPort: number; proxied: Brokers["proxied"][number] };

/** A MongoDB and a Kafka for the tests of one file, which end with it; `missing` says in a sentence why there are none. */
export const enginesOfFile = async (): Promise<{ missing?: string; engines: () => EnginesOfFile }> => {
  const jars = await engineJars();
  const { keep, closeAll } = createKeeping();
  let started: EnginesOfFile | undefined;
  const engines = () => {
    if (!started) throw new Error("There are no engines.");
    return started;
  };
  if ("missing" in jars) {
    console.log(`What happens over engines that others keep is not tested here, as ${jars.missing}.`);
    return { missing: jars.missing, engines };
  }
  console.log("Kafka is a real broker, 3.9.1; MongoDB and EventStoreDB are stand-ins.");
  beforeAll(async () => {
    const standIn = await startStandIn();
    if ("missing" in standIn) throw new Error(standIn.missing);
    keep(standIn);
    const brokers = await startBrokers(jars.classPath, 1);
    keep({ close: brokers.stop });
    const [kafka, proxied] = [brokers.direct[0], brokers.proxied[0]];
    if (kafka === undefined || !proxied) throw new Error("There is no broker.");
    started = { mongoUrl: standIn.url, mongoPort: standIn.port, kafka, proxied, supervised: true };
  });
  afterAll(closeAll);
  return { engines };
};
