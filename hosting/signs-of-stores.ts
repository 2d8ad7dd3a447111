import { readParked } from "#application/read-models/parked.ts";
import { partsIn } from "#application/read-models/parts.ts";
import type { ServedReadModels } from "#application/read-models/serve.ts";
import { watchMeasures } from "#application/signs/measures.ts";
import type { SignDeps } from "#application/signs/read-signs.ts";
import { readModelNames } from "#domain/read-models/versions.ts";
import { relayedUpTo, relayName } from "#infra/bus/hold-relay.ts";
import type { Config } from "#infra/config/config.ts";
import { freeRoom } from "#infra/folder/disk.ts";
import type { Clock } from "#infra/ports/clock.ts";
import type { Stores } from "#infra/stores/open-stores.ts";

/**
 * Sources of alerts in a process with these stores (ADR 103). Measures read models and disks until the signal aborts.
 */
export const signsOfStores = (options: {
  config: Config;
  stores: Stores;
  readModels: ServedReadModels;
  clock: Clock;
  signal: AbortSignal;
}): SignDeps => {
  const { config, stores, readModels, clock, signal } = options;
  const { eventStore, stateStore, readStore, workQueue } = stores;
  const isRelayedTo = async (position: string) => ((await relayedUpTo(stateStore, relayName)) ?? "") >= position;
  const measures = watchMeasures({
    eventStore,
    readModels,
    names: readModelNames,
    isRelayedTo: config.KAFKA_BROKERS === undefined ? undefined : isRelayedTo,
    disks: { "data folder": () => freeRoom(config.DATA_DIR) },
    clock,
    signal,
  });
  return {
    readModels,
    queue: workQueue,
    state: stateStore,
    parked: () => readParked({ readStore, names: readModelNames, parts: partsIn(config) }),
    measures: measures.read,
    clock,
  };
};
