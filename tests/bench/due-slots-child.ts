import { createExportPermits } from "#application/admission/export-permits.ts";
import { createCommandRunner } from "#application/commands/command-runner.ts";
import { runJobs } from "#application/jobs/run-jobs.ts";
import { upcasters } from "#domain/event-schemas.ts";
import type { Clock } from "#infra/ports/clock.ts";
import type { EventStore } from "#infra/ports/stores/event-store.ts";
import { openStores } from "#infra/stores/open-stores.ts";
import { createSystemClock } from "#infra/system/clock.ts";
import { createSystemIds } from "#infra/system/ids.ts";
import type { SchedulerDeps } from "../../scheduler/deps.ts";
import { claims, createHandlers, runnerMemory } from "../../scheduler/handlers.ts";
import { schedulerLane } from "../../scheduler/jobs.ts";
import { createReactions, reactionGroup, reactionTypes } from "../../scheduler/reactions.ts";
import { restoreJobsAtStart } from "../../scheduler/restore-jobs.ts";
import { dueAt } from "./due-slots-fill.ts";

/**
 * A scheduler over the given folder, as `scheduler/main.ts` composes it. It starts an hour before the reports are due,
 * and checks all of them at its start. With `just-started` it starts when they are due, and skips that check. A message
 * sets the minute, and another one ends it. Reports all claims and export requests when they were durable, by the wall
 * clock, with their shops.
 */
export type Noted = { type: "SlotClaimed" | "ExportRequested"; tenant: string; at: number };
export type ToScheduler = "begin" | "end";
export type FromScheduler = "ready" | { requested: number } | { noted: Noted[]; cpuSeconds: number };

const [, , folder = "", worker = "", begun = ""] = process.argv;
const tell = (message: FromScheduler) => new Promise((sent) => process.send?.(message, sent));
const system = createSystemClock();
const timeUntil = (moment: number) => moment - Date.now();
let ahead = timeUntil(Date.parse(dueAt) - 3_600_000);
const clock: Clock = { ...system, now: () => new Date(Date.now() + ahead) };
const stores = await openStores({ config: { DATA_DIR: folder }, clock, readModels: "none" });
/** The benchmark measures memory, so its own notes are small: columns instead of objects, and one text for each tenant. */
const noted = { types: [] as Noted["type"][], tenants: [] as string[], instants: [] as number[] };
const tenants = new Map<string, string>();
const oneOf = (tenant: string): string => {
  const known = tenants.get(tenant) ?? tenant;
  tenants.set(known, known);
  return known;
};
let requested = 0;
const eventStore: EventStore = {
  ...stores.eventStore,
  appendToStream: async (stream, events, options) => {
    const result = await stores.eventStore.appendToStream(stream, events, options);
    const at = performance.timeOrigin + performance.now();
    for (const { type, metadata } of events)
      if (type === "SlotClaimed" || type === "ExportRequested") {
        noted.types.push(type);
        noted.tenants.push(oneOf(String(metadata.tenant)));
        noted.instants.push(at);
        if (type === "ExportRequested") requested += 1;
      }
    return result;
  },
};
const { stateStore, workQueue: queue } = stores;
const config = {
  STORE_URL_TEMPLATE: "https://{shop}.example",
  SHOP_FLAGS: { bundles: [], "meal-prep": [], "custom-columns": [] },
};
const ids = createSystemIds();
const runner = createCommandRunner({ eventStore, stateStore, clock, ids, upcasters, ...runnerMemory });
const room = createExportPermits({ state: stateStore, runner, clock }, "automated");
const quiet = () => undefined;
const log = { info: quiet, warn: console.error, error: console.error };
const deps: SchedulerDeps = { runner, stateStore, queue, permits: room, clock, config, log };
const stopped = new AbortController();
const { signal } = stopped;

const work = async () => {
  ahead = timeUntil(Date.parse(dueAt));
  const cpu = process.cpuUsage();
  const telling = setInterval(() => void tell({ requested }), 50);
  await Promise.all([
    stores.bus.subscribe({ group: reactionGroup, types: reactionTypes }, createReactions(deps), signal),
    runJobs({ queue, clock, log, worker, lanes: [schedulerLane], claims, handlers: createHandlers(deps), signal }),
  ]);
  clearInterval(telling);
  const { user, system } = process.cpuUsage(cpu);
  const { types, tenants: whose, instants } = noted;
  const all = types.map((type, n): Noted => ({ type, tenant: whose[n] ?? "", at: instants[n] ?? Number.NaN }));
  await tell({ noted: all, cpuSeconds: (user + system) / 1e6 });
  await stores.close();
  process.disconnect();
};
process.on("message", (message: ToScheduler) => {
  if (message === "end") stopped.abort();
  else void work();
});
if (begun !== "just-started") await restoreJobsAtStart(deps, signal);
await tell("ready");
