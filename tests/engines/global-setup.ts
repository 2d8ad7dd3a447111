import type { TestProject } from "vitest/node";
import type { EventStorePlace } from "./eventstoredb/start.ts";
import type { KafkaPlace } from "./kafka/start.ts";
import { startStandIn } from "./mongodb/stand-in.ts";
import { startRunEngines } from "./run-engines.ts";

declare module "vitest" {
  interface ProvidedContext {
    eventStore: EventStorePlace;
    /** Undefined where there is none. */
    kafka: KafkaPlace | undefined;
    /** Undefined where there is none. */
    mongoUrl: string | undefined;
    /** The port of the stand-in, for tests that disturb its connections; undefined where there is none. */
    mongoStandIn: number | undefined;
  }
}

/** Starts one engine of each kind for the run. Tests share them; each test has its own database, streams and topics. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { eventStore, mongo, kafka, close } = await startRunEngines();
  project.provide("eventStore", eventStore);
  project.provide("kafka", kafka);
  project.provide("mongoUrl", mongo?.url);
  // Tests that disturb connections need the stand-in, also when the others have a real MongoDB.
  const standIn = mongo && mongo.standIn === undefined ? await startStandIn() : undefined;
  const port = standIn && "port" in standIn ? standIn.port : mongo?.standIn;
  project.provide("mongoStandIn", port);
  return async () => {
    if (standIn && "port" in standIn) await standIn.close();
    await close();
  };
}
