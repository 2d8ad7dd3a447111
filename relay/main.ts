import { Registry } from "prom-client";
import { runOrExit } from "#application/process/exit-with-reason.ts";
import { stopSignal } from "#application/process/stop-signal.ts";
import { beginWorker } from "#hosting/begin-worker.ts";
import { BadConfiguration } from "#infra/config/config.ts";
import { openPublisher } from "#infra/stores/open-bus.ts";
import { startRelay } from "./start-relay.ts";

/** Publishes events to Kafka. Any number may run: one publishes, the others stand by. */

/** Time to finish publishing, ms. The next leader publishes the rest. */
const shutdownTimeout = 2_700;
const cannotStart = "The relay cannot start.";

const { config, log, stores, holder, door } = await beginWorker("relay", cannotStart);
const { eventStore, stateStore } = stores;
const publisher = await runOrExit(log, cannotStart, () => {
  if (config.KAFKA_BROKERS === undefined)
    throw new BadConfiguration(
      "The relay has nobody to tell of events: KAFKA_BROKERS is not set. Set it for every process, or do without a relay.",
    );
  return openPublisher(config.KAFKA_BROKERS, eventStore.storeId);
});

const relay = startRelay({
  eventStore,
  stateStore,
  publisher,
  holder,
  registry: door.registry ?? new Registry(),
  log,
  signal: stopSignal(shutdownTimeout),
});
door.addReasons(relay.troubles);
door.ready();

await runOrExit(log, "The relay cannot continue.", async () => {
  await relay.running;
  await publisher.close();
  await stores.close();
});
process.exit(0);
