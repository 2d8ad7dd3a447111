import { FencedClient } from "#infra/eventstoredb/client.ts";
import { formatServerName, readEventStoreUrl } from "#infra/eventstoredb/url.ts";
import { withTimeout } from "#infra/ports/timeout.ts";
import { answerOf, type Chosen, leaveIt, type Missing } from "../choice.ts";
import { pinned } from "../docker/pinned.ts";
import { startContainer } from "../docker/start-container.ts";
import { createEventStoreServer } from "./server.ts";

/** `isReal`: it isn't a stand-in of the tests, and others may use it too. */
export type EventStorePlace = { url: string; isReal: boolean };

const patience = 20_000;

/** The vendor's client asks the server for its version and keeps it to itself. */
class Asking extends FencedClient {
  readonly version = async (): Promise<string> => (await this.capabilities).serverVersion;
}

const versionOf = async (url: string): Promise<string> => {
  const connection = readEventStoreUrl(url);
  const client = new Asking(connection);
  try {
    return await withTimeout(client.version(), patience);
  } catch (error) {
    throw new Error(`${formatServerName(connection)} does not answer (${(error as Error).message}).`);
  } finally {
    await client.close();
  }
};

/** Testcontainers' module for KurrentDB sets variables that this image does not know, so the settings come from `compose.yaml`. */
const startInDocker = async (): Promise<Chosen<EventStorePlace> | Missing> => {
  const { image, environment, check } = pinned("eventstore");
  const container = await startContainer(image, async () => {
    const { GenericContainer, Wait } = await import("testcontainers");
    return new GenericContainer(image)
      .withEnvironment(environment)
      .withExposedPorts(2113)
      .withHealthCheck({ test: ["CMD-SHELL", check], interval: 500, timeout: 5_000, retries: 240 })
      .withWaitStrategy(Wait.forHealthCheck())
      .withStartupTimeout(120_000);
  });
  if ("missing" in container) return container;
  const url = `esdb://${container.getHost()}:${container.getMappedPort(2113)}?tls=false`;
  try {
    const said = `EventStoreDB ${await versionOf(url)}: a container of ${image}.`;
    return { place: { url, isReal: true }, said, close: () => container.stop() };
  } catch (error) {
    await container.stop();
    throw error;
  }
};

/** Takes the server that `TEST_EVENTSTORE_URL` names, or else a container, or without Docker a stand-in. */
export const startEventStore = async (): Promise<Chosen<EventStorePlace>> => {
  const url = process.env.TEST_EVENTSTORE_URL;
  if (url) {
    const version = await answerOf("TEST_EVENTSTORE_URL", versionOf(url));
    const said = `EventStoreDB ${version}: the one that TEST_EVENTSTORE_URL names.`;
    return { place: { url, isReal: true }, said, close: leaveIt };
  }
  const inDocker = await startInDocker();
  if (!("missing" in inDocker)) return inDocker;
  const server = await createEventStoreServer();
  return {
    place: { url: server.url, isReal: false },
    said: `EventStoreDB ${await versionOf(server.url)}: a stand-in of the tests' own over the client's gRPC contract, as ${inDocker.missing}. TEST_EVENTSTORE_URL names a real one.`,
    close: server.close,
  };
};
