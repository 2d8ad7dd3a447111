import { MongoClient } from "mongodb";
import { readMongoUrl } from "#infra/mongodb/url.ts";
import { answerOf, type Chosen, leaveIt, type Missing } from "../choice.ts";
import { pinned } from "../docker/pinned.ts";
import { startContainer } from "../docker/start-container.ts";
import { withOptions } from "../urls.ts";
import { startStandIn } from "./stand-in.ts";

/** `standIn`: the port, if it is the stand-in. */
export type MongoPlace = { url: string; standIn?: number };

const versionOf = async (url: string): Promise<string> => {
  const { server } = readMongoUrl(url);
  const client = new MongoClient(url, { serverSelectionTimeoutMS: 20_000 });
  try {
    const { version } = await client.db("admin").command({ buildInfo: 1 });
    return String(version);
  } catch (error) {
    throw new Error(`${server} does not answer (${(error as Error).message}).`);
  } finally {
    await client.close();
  }
};

const startInDocker = async (): Promise<Chosen<MongoPlace> | Missing> => {
  const { image } = pinned("mongodb");
  const container = await startContainer(image, async () => {
    const { MongoDBContainer } = await import("@testcontainers/mongodb");
    return new MongoDBContainer(image);
  });
  if ("missing" in container) return container;
  // The replica set tells clients the container's own host name, which they cannot look up.
  const url = withOptions(container.getConnectionString(), "directConnection=true");
  try {
    const said = `MongoDB ${await versionOf(url)}: a replica set of one in a container of ${image}.`;
    return { place: { url }, said, close: () => container.stop() };
  } catch (error) {
    await container.stop();
    throw error;
  }
};

/** Takes the server that `TEST_MONGODB_URL` names, or else a replica set in a container, or without Docker a stand-in, which needs Java. */
export const startMongo = async (): Promise<Chosen<MongoPlace> | Missing> => {
  const url = process.env.TEST_MONGODB_URL;
  if (url) {
    const version = await answerOf("TEST_MONGODB_URL", versionOf(url));
    const said = `MongoDB ${version}: the one that TEST_MONGODB_URL names.`;
    return { place: { url }, said, close: leaveIt };
  }
  const inDocker = await startInDocker();
  if (!("missing" in inDocker)) return inDocker;
  const server = await startStandIn();
  if ("missing" in server) return { missing: `${inDocker.missing}, and ${server.missing}` };
  return {
    place: { url: server.url, standIn: server.port },
    said: `MongoDB ${await versionOf(server.url)}: mongo-java-server as a stand-in, in memory, without replica set, sessions or linearizable reads, as ${inDocker.missing}. TEST_MONGODB_URL names a real one.`,
    close: server.close,
  };
};
