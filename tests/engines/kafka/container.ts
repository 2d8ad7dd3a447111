import type { Missing } from "../choice.ts";
import { pinned } from "../docker/pinned.ts";
import { startContainer } from "../docker/start-container.ts";
import { plainListeners, portsOfOne, settingsOf } from "./settings.ts";

/** The image reads `log.dirs` from KAFKA_LOG_DIRS. */
const variableOf = (setting: string): string => `KAFKA_${setting.toUpperCase().replaceAll(".", "_")}`;

/** The broker logs this when it serves clients. */
export const startedLine = "Kafka Server started";

/** The environment of the container. `host`: where clients reach its ports. */
export const environmentOf = (own: Awaited<ReturnType<typeof portsOfOne>>, host: string): Record<string, string> => {
  const settings = settingsOf({
    node: 1,
    voters: [`1@127.0.0.1:${own.controller}`],
    bind: "",
    listeners: plainListeners(own, host),
    folder: "/var/lib/kafka/data",
  });
  return {
    ...Object.fromEntries(Object.entries(settings).map(([name, value]) => [variableOf(name), value])),
    CLUSTER_ID: pinned("kafka").environment.CLUSTER_ID ?? "",
    KAFKA_HEAP_OPTS: "-Xms64m -Xmx384m",
  };
};

/**
 * Starts one broker in a container. A broker tells clients its own address, so its ports are chosen before it starts and are the same inside and
 * outside. Testcontainers' module for Kafka does not fit: it starts images of another vendor.
 */
export const startKafkaContainer = async () => {
  const own = await portsOfOne();
  const { image } = pinned("kafka");
  const container = await startContainer(image, async (host) => {
    const { GenericContainer, Wait } = await import("testcontainers");
    return new GenericContainer(image)
      .withEnvironment(environmentOf(own, host))
      .withExposedPorts(...[own.direct, own.behindProxy].map((port) => ({ container: port, host: port })))
      .withWaitStrategy(Wait.forLogMessage(startedLine))
      .withStartupTimeout(120_000);
  });
  if ("missing" in container) return container satisfies Missing;
  return {
    image,
    direct: `${container.getHost()}:${own.direct}`,
    proxied: { host: container.getHost(), port: own.behindProxy, advertised: own.proxy },
    close: () => container.stop(),
  };
};
