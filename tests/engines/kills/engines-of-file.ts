import { afterAll, beforeAll } from "vitest";
import { engineJars } from "../jars.ts";
import { startBrokers } from "../kafka/brokers.ts";
import { createKeeping } from "../keeping.ts";
import { startStandIn } from "../mongodb/stand-in.ts";
import type { Engines } from "./over-engines.ts";

/** A MongoDB and a Kafka for the tests of one file of the long tier, which end with it; `missing` says in a sentence why there are none. */
export const enginesOfFile = async (): Promise<{ missing?: string; engines: () => Engines }> => {
  const jars = await engineJars();
  if ("missing" in jars) {
    console.log(`Kills over engines that others keep are not tested, as ${jars.missing}.`);
    return { missing: jars.missing, engines: () => ({ mongoUrl: "", kafka: "", supervised: true }) };
  }
  const { keep, closeAll } = createKeeping();
  let started: Engines | undefined;
  beforeAll(async () => {
    const standIn = await startStandIn();
    if ("missing" in standIn) throw new Error(standIn.missing);
    keep(standIn);
    const brokers = await startBrokers(jars.classPath, 1);
    keep({ close: brokers.stop });
    started = { mongoUrl: standIn.url, kafka: brokers.direct[0] ?? "", supervised: true };
  });
  afterAll(closeAll);
  return {
    engines: () => {
      if (!started) throw new Error("There are no engines.");
      return started;
    },
  };
};
