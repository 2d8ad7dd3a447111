import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createCommandRunner } from "#application/commands/command-runner.ts";
import { sha256 } from "#application/text/derive-id.ts";
import { upcasters } from "#domain/event-schemas.ts";
import { deriveDeliveryId } from "#domain/run/run-ids.ts";
import { createDeliveryProgressStore } from "#infra/destinations/delivery-progress.ts";
import { createFakeClock } from "#infra/memory/clock.ts";
import type { Log } from "#infra/ports/log.ts";
import { PlatformError } from "#infra/ports/store-platform.ts";
import type { RecordedEvent } from "#infra/ports/stores/event-store.ts";
import type { ClaimedJob } from "#infra/ports/work-queue.ts";
import { openStores } from "#infra/stores/open-stores.ts";
import { createSystemIds } from "#infra/system/ids.ts";
import { Killed } from "./killable.ts";
import { createOrders } from "./orders.ts";
import { beginProcess, type Process, type Service, services, type World } from "./processes.ts";
import { startReceivers } from "./receivers.ts";
import { createWakes } from "./wakes.ts";

/** Where there is a disk in memory: a year of commits waits for no other. */
const disk = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();
const leaseMs = 30_000;
const batch = 500;

/**
 * Two of each service over the real stores of one folder, on a clock that goes from one moment to the next at which something is due. Processes are
 * killed and services stand still when a test says so; whatever asks a dead one hears nothing.
 */
export const createWorld = async (start: string) => {
  const folder = await mkdtemp(join(disk, "sheaf-year-"));
  const clock = createFakeClock(start);
  const wakes = createWakes();
  const opened = await openStores({ config: { DATA_DIR: folder }, clock, readModels: "none" });
  await opened.check();
  const { workQueue } = opened;
  const due = (at: number) => wakes.add(at);
  const stores = {
    ...opened,
    workQueue: {
      ...workQueue,
      enqueue: (job: Parameters<typeof workQueue.enqueue>[0]) => {
        due(job.dueAt.getTime());
        return workQueue.enqueue(job);
      },
      scheduleRetry: (job: ClaimedJob, delay: number) => {
        due(clock.wall().getTime() + delay);
        return workQueue.scheduleRetry(job, delay);
      },
      reschedule: (job: ClaimedJob, delay: number, payload?: ClaimedJob["payload"]) => {
        due(clock.wall().getTime() + delay);
        return workQueue.reschedule(job, delay, payload);
      },
    },
  };
  const errors: string[] = [];
  const log: Log = {
    info: () => undefined,
    warn: () => undefined,
    error: (said, message) => {
      const { err } = said as { err?: unknown };
      // A platform that does not answer is part of the play.
      if (err instanceof PlatformError) return;
      errors.push(
        `${clock.now().toISOString()} ${message} ${JSON.stringify(said)} ${err instanceof Error ? err.stack : ""}`,
      );
    },
  };
  const receivers = await startReceivers();
  const world: World = { clock, stores, folder, platform: createOrders(), receivers, log };
  const down = new Set<Service>();
  /**
   * Runs whose process died during the delivery, or its mail, before it was recorded: nobody knows if the receiver has
   * it.
   */
  const interrupted: string[] = [];
  const heard = new Map<string, string | undefined>();
  let begun = 0;
  const fresh = (service: Service): Process => {
    begun += 1;
    return beginProcess(world, service, `${service}-${begun}`);
  };
  let processes = services.flatMap((service) => [fresh(service), fresh(service)]);

  /** Replaces a dead process. Its leases end at once, or when they expire if nobody saw it die. */
  const replaceDead = async (): Promise<void> => {
    for (const [n, dead] of processes.entries()) {
      if (!dead.life.dead) continue;
      if (begun % 3 === 0) due(clock.wall().getTime() + leaseMs + 1);
      else await workQueue.releaseLeases(dead.worker);
      await dead.end();
      const next = fresh(dead.service);
      processes = processes.map((one, place) => (place === n ? next : one));
      await survive(next.begin());
    }
  };
  const survive = async (work: Promise<unknown>): Promise<boolean> => {
    try {
      await work;
      return true;
    } catch (error) {
      if (error instanceof Killed) return false;
      throw error;
    }
  };

  /** Handles the events written since a group's last call. Returns whether there were any. */
  const hear = async (): Promise<boolean> => {
    let any = false;
    for (const { service, hears, life } of processes) {
      if (down.has(service) || life.dead) continue;
      for (const { group, types, react } of hears) {
        const after = heard.get(group);
        const events = await opened.eventStore.readAll({ ...(after === undefined ? {} : { after }), limit: batch });
        if (events.length === 0) continue;
        any = true;
        const done = await survive(react(events.filter(({ type }) => types.includes(type))));
        if (done) heard.set(group, events.at(-1)?.position);
      }
    }
    return any;
  };

  const notes = createDeliveryProgressStore(opened.stateStore, clock);
  const doOne = async (process: Process, job: ClaimedJob): Promise<void> => {
    if ((await survive(process.do(job))) || process.service !== "deliverer") return;
    const run = String(job.payload.runId ?? job.payload.run);
    // A confirmed delivery must never be sent again, even if a process died after that.
    const note = await notes.read(deriveDeliveryId(sha256, run));
    if (note?.stage !== "confirmed") interrupted.push(run);
  };

  const work = async (): Promise<boolean> => {
    const doing: Promise<void>[] = [];
    for (const process of processes) {
      if (down.has(process.service)) continue;
      for (let place = 0; place < 3 && !process.life.dead; place += 1) {
        const job = await process.claim();
        if (!job) break;
        doing.push(doOne(process, job));
      }
    }
    await Promise.all(doing);
    return doing.length > 0;
  };

  /** All that is due now is done. */
  const settle = async (): Promise<void> => {
    for (let rounds = 0; ; rounds += 1) {
      if (rounds > 20_000) throw new Error("The processes never become idle.");
      await replaceDead();
      const news = await hear();
      const worked = await work();
      if (!news && !worked && processes.every(({ life }) => !life.dead)) return;
    }
  };

  const runner = createCommandRunner({ ...stores, clock, ids: createSystemIds(), upcasters });
  return {
    ...world,
    runner,
    errors,
    interrupted,
    down,
    settle,
    /** Advances the clock to an instant, stopping at every moment at which something is due. */
    async runUntil(until: string): Promise<void> {
      const end = Date.parse(until);
      for (;;) {
        await settle();
        const now = clock.now().getTime();
        if (now >= end) return;
        clock.advance(Math.max(1, Math.min(end, wakes.after(now) ?? end) - now));
      }
    },
    /** The first process of a service dies at its n-th change from now on. */
    kill(service: Service, after: number, when: "before" | "after"): void {
      const victim = processes.find((one) => one.service === service && !one.life.kill);
      if (victim) victim.life.kill = { after, when };
    },
    /** Every event of a stream. */
    async read(stream: string): Promise<RecordedEvent[]> {
      const all: RecordedEvent[] = [];
      for (;;) {
        const part = await opened.eventStore.readStream(stream, { fromVersion: all.length, limit: 1_000 });
        all.push(...part);
        if (part.length < 1_000) return all;
      }
    },
    async close(): Promise<void> {
      await receivers.close();
      await opened.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
export type Living = Awaited<ReturnType<typeof createWorld>>;
