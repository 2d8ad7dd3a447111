import { setTimeout as sleep } from "node:timers/promises";
import { createEventStoreDbEventStore } from "#infra/eventstoredb/event-store.ts";
import type { EventStore, RecordedEvent } from "#infra/ports/stores/event-store.ts";
import { createSystemClock } from "#infra/system/clock.ts";
import { logIn } from "#tests/support/merchant.ts";
import { startSheaf } from "#tests/support/start-sheaf.ts";
import { createMongoProxy, type MongoProxy } from "../engines/mongodb/mongo-proxy.ts";
import { through } from "../engines/urls.ts";
import { type Fresh, startEngines } from "./engines-set-ups.ts";
import { readyWithin } from "./engines-whole.ts";
import type { Figure } from "./measure.ts";
import { type Counts, countFrom, sumOf } from "./shop-day-counts.ts";
import { doings } from "./shop-day-doings.ts";

const idleFor = 20_000;
/** Reactions to an event have finished after this time, ms. */
const afterwards = 3_000;

const bytesOf = (events: readonly RecordedEvent[]): number =>
  events.reduce((sum, { id, type, stream, data, metadata }) => {
    const texts = [id, type, stream, JSON.stringify(data), JSON.stringify(metadata)];
    return sum + texts.reduce((length, text) => length + Buffer.byteLength(text), 0);
  }, 0);

const readFrom = async (eventStore: EventStore, from: number): Promise<RecordedEvent[]> =>
  (await eventStore.readAll({ limit: 100_000 })).slice(from);

type Rates = { commands: number; changes: Map<string, number>; reads: Map<string, number> };

/** Measures the work per second while nobody does anything. */
const idleRates = async (count: () => Counts): Promise<Rates> => {
  await sleep(idleFor);
  const { commands, changes, reads } = count();
  const aSecond = (found: number) => (found * 1_000) / idleFor;
  const all = (counts: Counts["changes"]) => new Map([...counts].map(([name, found]) => [name, aSecond(found)]));
  return { commands: aSecond(commands), changes: all(changes), reads: all(reads) };
};

const measure = async (proxy: MongoProxy, { events, settings }: Required<Fresh>): Promise<Figure[]> => {
  const env = {
    LOG_LEVEL: "error",
    DEMO_ORDERS_PER_MINUTE: "0",
    ...settings,
    MONGODB_URL: through(settings.MONGODB_URL ?? "", proxy.port),
  };
  const eventStore = await createEventStoreDbEventStore({ url: events.url, clock: createSystemClock() });
  const sheaf = await startSheaf({ env, readyWithin });
  try {
    const figures: Figure[] = [];
    const merchant = await logIn(sheaf, "aurora-demo");
    await sleep(afterwards);
    const idle = await idleRates(countFrom(proxy, events));
    figures.push(
      { name: "nobody does anything: MongoDB commands", value: idle.commands, unit: "a second" },
      { name: "nobody does anything: changes of documents", value: sumOf(idle.changes), unit: "a second" },
    );
    for (const { name, times, work } of doings()) {
      const before = (await readFrom(eventStore, 0)).length;
      const count = countFrom(proxy, events);
      const started = performance.now();
      for (let n = 0; n < times; n += 1) await work(merchant);
      await sleep(afterwards);
      const { commands, changes, reads } = count();
      const lasted = (performance.now() - started) / 1_000;
      const added = await readFrom(eventStore, before);
      const caused = (found: number, aSecond: number) => Math.max(0, found - aSecond * lasted) / times;
      figures.push(
        { name: `${name}: events`, value: added.length / times, unit: "" },
        { name: "  bytes of them", value: bytesOf(added) / times, unit: "" },
        { name: "  MongoDB commands", value: caused(commands, idle.commands), unit: "" },
      );
      for (const [words, counts, rates] of [
        ["changes of documents in", changes, idle.changes],
        ["reads of", reads, idle.reads],
      ] as const)
        for (const [collection, found] of counts)
          figures.push({
            name: `  ${words} ${collection}`,
            value: caused(found, rates.get(collection) ?? 0),
            unit: "",
          });
      const streams = Map.groupBy(added, ({ stream }) => stream.split("-")[0]);
      console.log(`  ${name}: ${[...streams].map(([kind, own]) => `${kind} ${own.length / times}`).join(", ")}`);
    }
    return figures;
  } finally {
    await sheaf.stop();
    await eventStore.close();
  }
};

/** Events, bytes and calls of what a shop does, counted in front of the engines: counts, which hold for real engines as for stand-ins. */
export const run = async (): Promise<Figure[]> => {
  const engines = await startEngines();
  try {
    if (!engines.mongo) return [];
    const proxy = await createMongoProxy(engines.mongo);
    const { settings, events, end } = await engines.all.fresh();
    try {
      if (!events) throw new Error("There is no EventStoreDB.");
      return await measure(proxy, { settings, events, end });
    } finally {
      await end();
      await proxy.close();
    }
  } finally {
    await engines.end();
  }
};
