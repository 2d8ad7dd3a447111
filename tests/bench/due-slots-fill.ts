import { join } from "node:path";
import { createCommandRunner } from "#application/commands/command-runner.ts";
import { setTenant } from "#application/session/shop-names.ts";
import { Delay, DestinationKind, FileType } from "#domain/enumerations.ts";
import { upcasters } from "#domain/event-schemas.ts";
import { dailySchedule } from "#domain/workspace/automations/automation.ts";
import { groupPrefix } from "#infra/bus/following-bus.ts";
import { createFakeClock } from "#infra/memory/clock.ts";
import { createMemoryEventStore } from "#infra/memory/event-store.ts";
import { createFakeIds } from "#infra/memory/ids.ts";
import { createMemoryStateStore } from "#infra/memory/state-store.ts";
import { isForeign } from "#infra/ports/stores/append-rules.ts";
import type { RecordedEvent } from "#infra/ports/stores/event-store.ts";
import type { Job } from "#infra/ports/work-queue.ts";
import { refreshJobGroup } from "#infra/sqlite/queue/job-groups.ts";
import { openStateDatabase } from "#infra/sqlite/state/state-database.ts";
import { openStores } from "#infra/stores/open-stores.ts";
import { makeAutomation } from "#tests/support/given-automation.ts";
import { givenShopInAthens } from "#tests/support/given-shop.ts";
import { dueAtInstant, planJob } from "../../scheduler/jobs.ts";
import { reactionGroup } from "../../scheduler/reactions.ts";

/** When the reports were made, and when the first slot of each is due: the next midnight in Athens, and a minute; written as plans have it, by which rows are named. */
const madeAt = "2026-11-19T10:00:00.000Z";
export const dueAt = "2026-11-19T22:01:00Z";

const pattern = "tenant-of-the-pattern";

/** One shop whose reports are made through the domain. The others are copies of them. */
const patternOf = async (reports: number): Promise<{ events: RecordedEvent[]; automations: string[] }> => {
  const clock = createFakeClock(madeAt);
  const eventStore = createMemoryEventStore();
  const stateStore = createMemoryStateStore(clock);
  const runner = createCommandRunner({ eventStore, stateStore, clock, ids: createFakeIds("bench"), upcasters });
  await givenShopInAthens(runner, pattern, "pattern-demo");
  const automations: string[] = [];
  for (let n = 0; n < reports; n += 1)
    automations.push(
      await makeAutomation(runner, pattern, {
        title: `Daily orders ${n}`,
        fileType: FileType.Csv,
        destination: { kind: DestinationKind.PublicUrl, reportName: `orders-${n}` },
        schedule: { ...dailySchedule, delay: Delay.NoDelay },
      }),
    );
  const events = (await eventStore.readAll({ limit: 10_000 })).filter((event) => !isForeign(event));
  return { events, automations };
};

export type Filling = { shops: number; reportsPerShop: number };

/** Jobs as enqueuing left them hours ago, in transactions of a thousand. */
const fillQueue = async (folder: string, jobs: readonly Job[]): Promise<void> => {
  const db = openStateDatabase(join(folder, "state.db"));
  const wall = Date.parse(madeAt);
  for (let n = 0; n < jobs.length; n += 1_000)
    await db.write(() => {
      const insert = db.prepare(
        "INSERT INTO jobs (id, kind, lane, shop, due_at, ready_at, payload, enqueued_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
      );
      const some = jobs.slice(n, n + 1_000);
      for (const { id, kind, lane, tenant, dueAt: at, payload } of some)
        insert.run(id, kind, lane, tenant, at.getTime(), at.getTime(), JSON.stringify(payload), wall);
      const lines = new Map(some.map((job) => [job.tenant, job]));
      for (const line of lines.values()) refreshJobGroup(db, line, { now: wall, wall });
    });
  db.close();
};

/**
 * A data folder with so many shops, each with reports that are all due at {@link dueAt}, and the jobs that wait for it.
 * Earlier events are recorded as handled.
 */
export const fillDueSlots = async (folder: string, { shops, reportsPerShop }: Filling): Promise<void> => {
  const { events, automations } = await patternOf(reportsPerShop);
  const streams = Map.groupBy(events, ({ stream }) => stream);
  const clock = createFakeClock(madeAt);
  const stores = await openStores({ config: { DATA_DIR: folder }, clock, readModels: "none" });
  const { eventStore, stateStore } = stores;
  const jobs: Job[] = [];
  let newest: { position: string; id: string } | undefined;
  const fillShop = async (n: number) => {
    const tenant = `tenant-${n}`;
    const mark = n.toString(16).padStart(8, "0");
    const idOf = (automationId: string) => `${mark}${automationId.slice(mark.length)}`;
    const copy = <T>(value: T): T =>
      JSON.parse(
        automations.reduce(
          (text, id) => text.replaceAll(id, idOf(id)),
          JSON.stringify(value).replaceAll(pattern, tenant).replaceAll("pattern-demo", `shop-${n}`),
        ),
      ) as T;
    for (const [stream, own] of streams) {
      const appended = own.map(({ id, type, data, metadata }) => ({
        id: `${mark}${id.slice(mark.length)}`,
        type,
        data: copy(data),
        metadata: copy(metadata),
      }));
      const result = await eventStore.appendToStream(copy(stream), appended, { expectedVersion: "no-stream" });
      const id = appended.at(-1)?.id ?? "";
      if (!newest || newest.position < result.position) newest = { position: result.position, id };
    }
    await setTenant(stateStore, `shop-${n}`, tenant);
    for (const automationId of automations) {
      const payload = { tenant, automationId: idOf(automationId), correlation: "given", causation: "given" };
      jobs.push(planJob(payload, dueAtInstant(dueAt)));
    }
  };
  for (let n = 0; n < shops; n += 50)
    await Promise.all(Array.from({ length: Math.min(50, shops - n) }, (_, of) => fillShop(n + of)));
  if (!newest) throw new Error("Nothing was filled in.");
  const { position, id } = newest;
  await stateStore.put(`${groupPrefix}${reactionGroup}`, { storeId: eventStore.storeId, position, eventId: id });
  await stores.close();
  await fillQueue(folder, jobs);
};
