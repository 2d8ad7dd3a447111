import { setTimeout as sleep } from "node:timers/promises";
import type { Registry } from "prom-client";
import { failpoint } from "#application/process/failpoint.ts";
import { type RelayOptions, runRelay } from "#infra/bus/relay.ts";
import { readRelayPosition, relayName } from "#infra/bus/relay-lease.ts";
import type { Log } from "#infra/ports/log.ts";
import type { BusPublisher } from "#infra/ports/message-bus.ts";
import type { EventStore } from "#infra/ports/stores/event-store.ts";
import { createLagMeter } from "./lag-meter.ts";
import { measureRelay } from "./measure.ts";

const checkInterval = 1_000;

export type RelayProcess = {
  /**
   * Resolves once the signal aborts.
   * @throws {HistoryDiffers} the bus holds events of another history
   */
  running: Promise<void>;
  /** Sentences about what blocks publishing. Empty while it publishes or stands by. */
  troubles(): string[];
};

export type RelayProcessOptions = Pick<RelayOptions, "stateStore" | "publisher" | "signal" | "holder" | "lease"> & {
  eventStore: EventStore;
  registry: Registry;
  log: Log;
  /** Steady time, ms. */
  now?: () => number;
};

/** Tests may kill the relay at these points. */
const withFailpoints = ({ publish }: BusPublisher): BusPublisher => ({
  publish: async (events) => {
    failpoint("relay:before-publish");
    await publish(events);
    failpoint("relay:after-publish-before-checkpoint");
  },
});

/** Publishes events while it holds the lease, and reports metrics. */
export const startRelay = (options: RelayProcessOptions): RelayProcess => {
  const { eventStore, stateStore, publisher, signal, registry, log, now = () => performance.now() } = options;
  let isActive = false;
  let counted = 0;
  let trouble: string | undefined;
  /** True if the lease was renewed since the last failure. */
  let wasRenewed = false;
  const lag = createLagMeter({ eventStore, published: () => readRelayPosition(stateStore, relayName), now });
  const measured = measureRelay(registry, { isActive: () => isActive, lag });

  const onFault: RelayOptions["onFault"] = ({ error, tries }) => {
    measured.failed();
    wasRenewed = false;
    if (tries === 1) log.warn({ err: error }, "The relay cannot publish now, and tries until it can. Nothing is lost.");
    trouble = error instanceof Error ? error.message : String(error);
  };
  const onProgress: RelayOptions["onProgress"] = ({ published }) => {
    if (!isActive) {
      [isActive, counted] = [true, 0];
      log.info({}, "The relay publishes.");
    }
    if (published > 0 && trouble !== undefined) log.info({}, "The relay publishes again.");
    if (published > 0) trouble = undefined;
    measured.published(published - counted);
    counted = published;
  };
  const onHalt = (): void => {
    isActive = false;
    trouble = undefined;
    if (!signal.aborted) log.info({}, "The relay waits, as another one publishes.");
  };
  const check = async (): Promise<void> => {
    await lag.check();
    // Both stores answer and nothing is unpublished, so nothing left can show a fault of the bus.
    if (wasRenewed && !lag.isBehind()) trouble = undefined;
  };
  const watch = async (): Promise<void> => {
    while (!signal.aborted) {
      // The publishing loop reports a silent store.
      await check().catch(() => undefined);
      await sleep(checkInterval, undefined, { signal }).catch(() => undefined);
    }
  };
  const { holder, lease } = options;
  const relaying = runRelay({
    eventStore,
    stateStore,
    publisher: withFailpoints(publisher),
    name: relayName,
    signal,
    now,
    onFault,
    onProgress,
    onRenewed: () => {
      wasRenewed = true;
    },
    onHalt,
    ...(holder !== undefined && { holder }),
    ...(lease && { lease }),
  });
  void watch();
  return { running: relaying, troubles: () => (trouble === undefined ? [] : [trouble]) };
};
