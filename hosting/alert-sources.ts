import { watchHealthChecks } from "#application/alerts/health-checks.ts";
import type { AlertDeps } from "#application/alerts/read-alerts.ts";
import { readParked } from "#application/read-models/parked.ts";
import { getPartitionCount } from "#application/read-models/partitions.ts";
import type { ServedReadModels } from "#application/read-models/serve.ts";
import { readModelNames } from "#domain/read-models/versions.ts";
import { readRelayPosition, relayName } from "#infra/bus/relay-lease.ts";
import type { Config } from "#infra/config/config.ts";
import { readFreeBytes } from "#infra/folder/disk.ts";
import type { Clock } from "#infra/ports/clock.ts";
import type { Stores } from "#infra/stores/open-stores.ts";

/** Creates the sources of alerts (ADR 103). Measures read models and disks until the signal aborts. */
export const createAlertSources = (options: {
  config: Config;
  stores: Stores;
  readModels: ServedReadModels;
  clock: Clock;
  signal: AbortSignal;
}): AlertDeps => {
  const { config, stores, readModels, clock, signal } = options;
  const { eventStore, stateStore, readStore, workQueue } = stores;
  const isRelayedTo = async (position: string) => ((await readRelayPosition(stateStore, relayName)) ?? "") >= position;
  const measures = watchHealthChecks({
    eventStore,
    readModels,
    names: readModelNames,
    isRelayedTo: config.KAFKA_BROKERS === undefined ? undefined : isRelayedTo,
    disks: { "data folder": () => readFreeBytes(config.DATA_DIR) },
    clock,
    signal,
  });
  return {
    readModels,
    queue: workQueue,
    state: stateStore,
    parked: () => readParked({ readStore, names: readModelNames, parts: getPartitionCount(config) }),
    healthChecks: measures.read,
    clock,
  };
};
