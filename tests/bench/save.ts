import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Filter } from "#domain/wire/filters/filters.ts";
import type { EventStore } from "#infra/ports/stores/event-store.ts";
import { openStores } from "#infra/stores/open-stores.ts";
import { createSystemClock } from "#infra/system/clock.ts";
import { logIn, type Merchant } from "#tests/support/merchant.ts";
import { type StartedSheaf, startSheaf } from "#tests/support/start-sheaf.ts";
import { fillWorkspace } from "./fill-workspace.ts";
import { type Figure, percentile } from "./measure.ts";

/** How long each of the two rhythms is measured, ms. */
const measured = 25_000;
const editors = 50;

const timed = async (times: number[], work: () => Promise<unknown>) => {
  const start = performance.now();
  await work();
  times.push(performance.now() - start);
};

/** A filter open in an editor. `save` changes its title; `echo` sends it as it stands, which changes nothing and writes nothing. */
const openEditor = async (sheaf: StartedSheaf, { client }: Merchant, id: string) => {
  const authorization = `Bearer ${client.token()}`;
  const read = await fetch(`${sheaf.url}/api/filters/get-filter?id=${id}`, { headers: { authorization } });
  let filter = ((await read.json()) as { Data: Filter }).Data;
  let etag = read.headers.get("etag") ?? "";
  const put = async (wanted: Filter, headers: Record<string, string>) => {
    const response = await fetch(`${sheaf.url}/api/filters/update-filter`, {
      method: "PUT",
      headers: { authorization, "content-type": "application/json", "if-match": etag, ...headers },
      body: JSON.stringify(wanted),
    });
    const { Ok, Data, ErrorMessage } = (await response.json()) as { Ok: boolean; Data: Filter; ErrorMessage: string };
    if (!Ok) throw new Error(`A save answered ${response.status}: ${ErrorMessage}`);
    filter = Data;
    etag = response.headers.get("etag") ?? etag;
  };
  let saves = 0;
  return {
    save: () => put({ ...filter, title: `Save ${++saves} of ${id.slice(-3)}` }, { "x-command-id": randomUUID() }),
    echo: () => put(filter, {}),
  };
};

/** One event, as durable as any, into its own stream in the same store. */
const bareAppend = (eventStore: EventStore) => {
  let version = -1;
  return async () => {
    const event = { id: randomUUID(), type: "BenchAppended", data: { n: version }, metadata: {} };
    const expectedVersion = version < 0 ? ("no-stream" as const) : version;
    ({ version } = await eventStore.appendToStream(`bench-${process.pid}`, [event], { expectedVersion }));
  };
};

/** `call`: one that asks the same process for nothing, which shows what machine and HTTP cost; `echo` and `append` as above. */
type Times = { save: number[]; echo: number[]; append: number[]; call: number[] };

const noTimes = (): Times => ({ save: [], echo: [], append: [], call: [] });

const figuresOf = (name: string, { save, echo, append, call }: Times): Figure[] =>
  ([0.5, 0.99] as const).flatMap((share): Figure[] => {
    const of = (times: number[]) => percentile(times, share);
    const text = `p${share * 100}`;
    const peer = { name: "the same PUT, nothing changed", value: of(echo), ratio: of(save) / of(echo) };
    const goal = share === 0.99 ? { goal: { text: "under 50 ms", met: of(save) < 50 } } : {};
    return [
      { name: `save a filter, ${name}, ${text} of ${save.length}`, value: of(save), unit: "ms", peer, ...goal },
      { name: `  /healthz meanwhile, ${text}`, value: of(call), unit: "ms" },
      { name: `  a bare append to the same store meanwhile, ${text}`, value: of(append), unit: "ms" },
    ];
  });

/** How long a save of a filter takes over HTTP in a workspace of 200 filters and 20,000 events, for one editor and for 50. */
export const run = async (): Promise<Figure[]> => {
  const sheaf = await startSheaf({ env: { LOG_LEVEL: "error" } });
  const stores = await openStores({
    config: { DATA_DIR: sheaf.dataDir },
    clock: createSystemClock(),
    readModels: "read",
  });
  try {
    // The plan of this shop allows 200 filters.
    const merchant = await logIn(sheaf, "cumulus-demo");
    const ids = await fillWorkspace(stores, merchant.account.id);
    const append = bareAppend(stores.eventStore);
    const first = await openEditor(sheaf, merchant, ids[0] ?? "");
    for (let n = 0; n < 200; n += 1) await (n % 2 === 0 ? first.save() : first.echo());

    /** One editor. The compared call comes in turn. */
    const alone = async (times: Times, end: number, think: () => number) => {
      while (performance.now() < end) {
        await timed(times.save, first.save);
        await pause(think());
        await timed(times.echo, first.echo);
        await pause(think());
        await timed(times.append, append);
        await pause(think());
        await timed(times.call, async () => (await fetch(`${sheaf.url}/healthz`)).arrayBuffer());
        await pause(think());
      }
    };
    const one = noTimes();
    await alone(one, performance.now() + measured, () => 10);

    const many = noTimes();
    const others = await Promise.all(ids.slice(1, editors).map((id) => openEditor(sheaf, merchant, id)));
    const end = performance.now() + measured;
    /** Half a second to a second between saves, as people type and the page saves. */
    const think = () => 500 + Math.random() * 500;
    await Promise.all([
      alone(many, end, () => 100),
      ...others.map(async ({ save }) => {
        for (await pause(think()); performance.now() < end; await pause(think())) await timed(many.save, save);
      }),
    ]);
    return [...figuresOf("one editor", one), ...figuresOf(`${editors} editors`, many)];
  } finally {
    await stores.close();
    await sheaf.stop();
  }
};
