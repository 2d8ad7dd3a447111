import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createArrivals } from "#application/live/arrivals.ts";
import { createFakeClock } from "#infra/memory/clock.ts";
import { createMemoryStateStore } from "#infra/memory/state-store.ts";
import { createMongoStateStore } from "#infra/mongodb/state/state-store.ts";
import type { StateStore } from "#infra/ports/stores/state-store.ts";
import { openStateDatabase } from "#infra/sqlite/state/state-database.ts";
import { createSqliteStateStore } from "#infra/sqlite/state/state-store.ts";
import { inMongo } from "#tests/engines/mongodb/support.ts";
import { until } from "#tests/support/until.ts";
import { engines, inFolder, inMemory, type Opened } from "./support/adapters.ts";

/** Order arrivals that web processes share (ADR 94), over every store that they may use. */

let clock = createFakeClock();

const embedded = () => [
  inMemory<StateStore>(() => createMemoryStateStore(clock)),
  inFolder<StateStore>(
    "sqlite",
    (folder) => createSqliteStateStore(openStateDatabase(join(folder, "state.db")), clock),
    (store) => store.close(),
  ),
];
const distributed = () => inMongo<StateStore>(createMongoStateStore, () => clock);
const adapters = engines === "distributed" ? distributed() : embedded();

describe.each(adapters)("Orders that arrive ($name)", (adapter) => {
  let opened: Opened<StateStore>;
  const warned: string[] = [];
  beforeEach(async () => {
    clock = createFakeClock();
    opened = await adapter.open();
  });
  afterEach(() => opened.close());
  const webProcess = () =>
    createArrivals({ state: opened.port, clock, log: { warn: (_fields, message) => void warned.push(message) } });
  const created = (id: string) => ({ id, kind: "new", of: clock.now().toISOString() }) as const;

  it("reach listeners in a web process other than the reporting one", async () => {
    const [one, other] = [webProcess(), webProcess()];
    await one.watch("t");
    const heard = new Set<string>();
    const leave = one.follow("t", ({ arrivals }) => {
      for (const { id } of arrivals) heard.add(id);
    });
    other.report("t", created("1"));
    await until("it is received", () => heard.has("1"));
    leave();
    await other.flushed();
  });

  it("are all stored if several processes report them at the same time", async () => {
    const processes = [webProcess(), webProcess(), webProcess()];
    await processes[0]?.watch("t");
    for (const [at, web] of processes.entries()) for (let n = 0; n < 20; n += 1) web.report("t", created(`${at}${n}`));
    await Promise.all(processes.map((web) => web.flushed()));
    const kept = await processes[0]?.read("t");
    expect(new Set(kept?.arrivals.map(({ id }) => id)).size).toBe(60);
    expect((kept?.last ?? 0) - (kept?.first ?? 0)).toBe(60);
    expect(warned).toEqual([]);
  });

  it("are stored while someone watches, and removed half an hour later", async () => {
    const web = webProcess();
    web.report("t", created("1"));
    await web.flushed();
    expect(await web.read("t")).toBeUndefined();
    await web.watch("t");
    web.report("t", created("2"));
    await web.flushed();
    clock.advance(29 * 60_000);
    expect((await web.read("t"))?.arrivals.map(({ id }) => id)).toEqual(["2"]);
    clock.advance(2 * 60_000);
    expect(await web.read("t")).toBeUndefined();
  });
});
