import type { TestProject } from "vitest/node";
import { createEventStoreServer } from "./server.ts";

declare module "vitest" {
  interface ProvidedContext {
    eventStoreUrl: string;
  }
}

/** One server for the run; each test has a prefix of its own. Where a real one is at hand, `TEST_EVENTSTORE_URL` names it. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const real = process.env.TEST_EVENTSTORE_URL;
  if (real) {
    console.log("EventStoreDB: the real one that TEST_EVENTSTORE_URL names.");
    project.provide("eventStoreUrl", real);
    return undefined;
  }
  console.log(
    "EventStoreDB: a stand-in of the tests' own, over the client's gRPC contract. TEST_EVENTSTORE_URL names a real one.",
  );
  const server = await createEventStoreServer();
  project.provide("eventStoreUrl", server.url);
  return () => server.close();
}
