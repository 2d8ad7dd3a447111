import { runRelay } from "#infra/bus/relay.ts";
import type { EventStore, EventToAppend } from "#infra/ports/stores/event-store.ts";
import { openPublisher } from "#infra/stores/open-bus.ts";
import type { Stores } from "#infra/stores/open-stores.ts";
import { catchUp } from "./catch-up.ts";
import { type Settings, type SetUp, withStores } from "./engines-set-ups.ts";
import { seconds } from "./measure.ts";

export const event = (n: number): EventToAppend => ({
  id: `bench-${n}`,
  type: "ReportDesignCreated",
  data: {
    reportId: `r${n}`,
    title: `Untitled${n}`,
    grouping: 0,
    ordering: n,
    splitter: 0,
    sortedBy: null,
    shown: [],
    settings: {},
  },
  metadata: {
    schema: 1,
    correlation: "c",
    causation: "c",
    tenant: "t",
    actor: { kind: "merchant" },
    instant: "2026-11-01T00:00:00.000Z",
  },
});

const streams = 20;

/** Appends `count` events, one an append, to 20 streams; each stream waits for its last one, `atOnce` streams at a time. */
const append = (eventStore: EventStore, count: number, atOnce: number): Promise<unknown> => {
  const perStream = Math.ceil(count / streams);
  const fill = async (worker: number) => {
    for (let n = worker; n < perStream * streams; n += atOnce) {
      const version = Math.floor(n / streams) - 1;
      const expectedVersion = version < 0 ? "no-stream" : version;
      await eventStore.appendToStream(`workspace-${n % streams}`, [event(n)], { expectedVersion });
    }
  };
  return Promise.all(Array.from({ length: atOnce }, (_, worker) => fill(worker)));
};

/** Events a second, one an append, with so many on their way. */
export const appendRate = (setUp: SetUp, count: number, atOnce: 1 | 20): Promise<number> =>
  withStores(setUp, async ({ eventStore }) => {
    const time = await seconds(() => append(eventStore, count, atOnce));
    return count / time;
  });

const batch = 500;

/** Events a second through the projection runner and the read model of designs, kept whole. */
export const catchUpRate = (setUp: SetUp, count: number): Promise<number> =>
  withStores(setUp, async ({ eventStore, readStore }) => {
    const all = Math.ceil(count / batch) * batch;
    return catchUp({ eventStore, readStore }, { event, events: all, batch });
  });

const relay = async ({ eventStore, stateStore }: Stores, { KAFKA_BROKERS }: Settings) => {
  if (KAFKA_BROKERS === undefined) return async () => undefined;
  const publisher = await openPublisher(KAFKA_BROKERS, eventStore.storeId);
  const stop = new AbortController();
  const onFault = ({ error }: { error: unknown }) => console.error("The relay stumbled.", error);
  const running = runRelay({ eventStore, stateStore, publisher, name: "bus", signal: stop.signal, onFault });
  return async () => {
    stop.abort();
    await running;
    await publisher.close();
  };
};

const warmUp = 50;

/** ms from the asking for an append until a consumer has its event, one after the other. */
export const lags = (setUp: SetUp, count: number): Promise<number[]> =>
  withStores(setUp, async (stores, settings) => {
    const endRelay = await relay(stores, settings);
    const heard = Array.from({ length: count + warmUp }, () => Promise.withResolvers<number>());
    const stop = new AbortController();
    const hearing = stores.bus.subscribe(
      { group: "bench", types: ["ReportDesignCreated"] },
      async (events) => {
        for (const { id } of events) heard[Number(id.split("-")[1])]?.resolve(performance.now());
      },
      stop.signal,
    );
    try {
      const measured: number[] = [];
      for (const [n, { promise }] of heard.entries()) {
        const asked = performance.now();
        await stores.eventStore.appendToStream(`workspace-${n}`, [event(n)], { expectedVersion: "no-stream" });
        const lag = (await promise) - asked;
        // The first ones wait for the connection.
        if (n >= warmUp) measured.push(lag);
      }
      return measured;
    } finally {
      stop.abort();
      await hearing;
      await endRelay();
    }
  });
