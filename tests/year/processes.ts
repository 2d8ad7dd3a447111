import { join } from "node:path";
import { createExportPermits } from "#application/admission/export-permits.ts";
import { createCommandRunner } from "#application/commands/command-runner.ts";
import { createStorageQuota } from "#application/exports/storage-quota.ts";
import { leaseDuration } from "#application/jobs/hold-lease.ts";
import type { JobHandlers } from "#application/jobs/job.ts";
import { runJob } from "#application/jobs/run-job.ts";
import { upcasters } from "#domain/event-schemas.ts";
import { createDestinations } from "#infra/destinations/create-destinations.ts";
import { createWorkFiles } from "#infra/folder/work-files.ts";
import type { FakeClock } from "#infra/memory/clock.ts";
import type { Log } from "#infra/ports/log.ts";
import type { RecordedEvent } from "#infra/ports/stores/event-store.ts";
import type { FileStore, PartWriter } from "#infra/ports/stores/file-store.ts";
import type { ClaimedJob } from "#infra/ports/work-queue.ts";
import type { Stores } from "#infra/stores/open-stores.ts";
import { createSystemIds } from "#infra/system/ids.ts";
import { delivererJobs } from "../../deliverer/jobs.ts";
import { mailReactions, mailTypes, publicReactions, publicTypes } from "../../deliverer/reactions.ts";
import { createHandlers as exporterHandlers } from "../../exporter/jobs/handlers.ts";
import { createReactions as exporterReactions, reactionTypes as exporterTypes } from "../../exporter/jobs/reactions.ts";
import { createHandlers as schedulerHandlers } from "../../scheduler/handlers.ts";
import { schedulerLane } from "../../scheduler/jobs.ts";
import { createReactions as schedulerReactions, reactionTypes as schedulerTypes } from "../../scheduler/reactions.ts";
import { restoreJobsAtStart } from "../../scheduler/restore-jobs.ts";
import { certificate } from "../protocols/certificates.ts";
import { patience } from "../protocols/destinations-for-tests.ts";
import { killable, type Life } from "./killable.ts";
import type { createOrders } from "./orders.ts";
import type { Receivers } from "./receivers.ts";

export const services = ["scheduler", "exporter", "deliverer"] as const;
export type Service = (typeof services)[number];

export type World = {
  clock: FakeClock;
  stores: Stores;
  folder: string;
  platform: ReturnType<typeof createOrders>;
  receivers: Receivers;
  log: Log;
};
type Hearing = { group: string; types: readonly string[]; react(events: readonly RecordedEvent[]): Promise<void> };

/** One process: its memory is its own, its stored data is everybody's. */
export type Process = {
  service: Service;
  worker: string;
  life: Life;
  lanes: readonly string[];
  handlers: JobHandlers;
  hears: readonly Hearing[];
  /** Runs once at the start. */
  begin(): Promise<void>;
  /** Ends the process with everything that it held open. */
  end(): Promise<void>;
  claim(): Promise<ClaimedJob | undefined>;
  do(job: ClaimedJob): Promise<unknown>;
};

const config = {
  STORE_URL_TEMPLATE: "https://{shop}.example",
  SHOP_FLAGS: { bundles: [], "meal-prep": [], "custom-columns": [] },
};
const fingerprint = { app: "0.0.0", icu: "1", tz: "2", node: "3" };

/** A process of a service, as its `main.ts` puts it together. */
export const beginProcess = (world: World, service: Service, worker: string): Process => {
  const { clock, folder, receivers } = world;
  const life: Life = { dead: false, kill: undefined };
  // A dead process says nothing.
  const log: Log = { ...world.log, error: (...said) => (life.dead ? undefined : world.log.error(...said)) };
  const { stores } = world;
  const eventStore = killable(stores.eventStore, ["appendToStream"], life);
  const stateStore = killable(stores.stateStore, ["put", "delete"], life);
  const queue = killable(stores.workQueue, ["enqueue", "complete", "scheduleRetry", "reschedule", "deadLetter"], life);
  const parts = new Set<PartWriter>();
  const keptOpen: FileStore = {
    ...stores.fileStore,
    createPart: async (name) => {
      const part = await stores.fileStore.createPart(name);
      parts.add(part);
      return {
        ...part,
        publish: (key) => part.publish(key).finally(() => parts.delete(part)),
        discard: () => part.discard().finally(() => parts.delete(part)),
      };
    },
  };
  const fileStore = killable(keptOpen, ["createPart", "delete"], life);
  const vault = killable(stores.vault, [], life);
  const ids = createSystemIds();
  const runner = createCommandRunner({ eventStore, stateStore, clock, ids, upcasters });
  const common = { runner, eventStore, stateStore, queue, fileStore, vault, clock, log };

  const made = (): Pick<Process, "handlers" | "hears" | "lanes"> & { begin?: Process["begin"] } => {
    if (service === "scheduler") {
      const permits = createExportPermits({ state: stateStore, runner, clock }, "automated");
      const deps = { ...common, permits, config };
      return {
        lanes: [schedulerLane],
        handlers: schedulerHandlers(deps),
        hears: [{ group: service, types: schedulerTypes, react: schedulerReactions(deps) }],
        begin: () => restoreJobsAtStart(deps, new AbortController().signal),
      };
    }
    if (service === "exporter") {
      const handlers = exporterHandlers({
        ...common,
        readModels: { find: async () => [], hasSeen: async () => true },
        scratch: stores.scratch,
        platform: world.platform,
        workFiles: createWorkFiles(join(folder, "work")),
        bulkFromOrders: 2_000,
        bytesAtMost: 1e9,
        spillAfterBytes: 64e6,
        storageQuota: createStorageQuota(stateStore, clock, 4e9),
        fingerprint,
        worker,
      });
      const hears = [{ group: service, types: exporterTypes, react: exporterReactions(queue) }];
      return { lanes: ["short", "long"], handlers, hears };
    }
    const { mail, hooks } = receivers;
    const http = killable(hooks, ["call"], life);
    const sending = killable(mail, ["send"], life);
    const ways = {
      mail: sending,
      http,
      stateStore,
      clock,
      attachmentMaxMb: 10,
      allowPrivate: true,
      timeouts: patience,
    };
    const destinations = createDestinations({ ...ways, ca: certificate.cert });
    const outbox = { ...sending, remove: async () => false };
    const addressed = { mail: sending, outbox, supportEmail: undefined, appUrl: "https://sheaf.example" };
    const deps = { ...common, ids, destinations, ...addressed };
    const { lanes, handlers } = delivererJobs(deps, { acquirePermit: async () => () => undefined, mailConnections: 8 });
    return {
      lanes,
      handlers,
      hears: [
        { group: "mails", types: mailTypes, react: mailReactions(deps) },
        { group: "public", types: publicTypes, react: publicReactions(deps) },
      ],
    };
  };
  const { begin = async () => undefined, ...rest } = made();
  const { handlers, lanes } = rest;
  const { signal } = new AbortController();
  return {
    ...rest,
    service,
    worker,
    life,
    begin,
    end: async () => void (await Promise.all([...parts].map((part) => part.discard()))),
    claim: () =>
      stores.workQueue.claim({
        kinds: Object.keys(handlers),
        lanes,
        worker,
        leaseMs: leaseDuration,
        maxRunningPerShop: 4,
      }),
    do: (job) => runJob({ queue, clock, log, handlers, signal }, job),
  };
};
