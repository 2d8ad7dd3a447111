import type { TestProject } from "vitest/node";
import { startStandIn } from "./stand-in.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Undefined where there is no MongoDB to be had. */
    mongoUrl: string | undefined;
    /** Where the stand-in listens, for tests that stand between; undefined where there is none. */
    mongoStandIn: number | undefined;
  }
}

/** One server for the run; each test has a database of its own. Where a real one is at hand, `TEST_MONGODB_URL` names it. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const real = process.env.TEST_MONGODB_URL;
  if (real) {
    console.log("MongoDB: the real one that TEST_MONGODB_URL names.");
    project.provide("mongoUrl", real);
    project.provide("mongoStandIn", undefined);
    return undefined;
  }
  const server = await startStandIn();
  if ("missing" in server) {
    console.log(`MongoDB: none, so its tests are skipped: ${server.missing}. TEST_MONGODB_URL names a real one.`);
    project.provide("mongoUrl", undefined);
    project.provide("mongoStandIn", undefined);
    return undefined;
  }
  console.log(
    "MongoDB: mongo-java-server as a stand-in, in memory, without replica set, sessions or linearizable reads. TEST_MONGODB_URL names a real one.",
  );
  project.provide("mongoUrl", server.url);
  project.provide("mongoStandIn", server.port);
  return () => server.close();
}
