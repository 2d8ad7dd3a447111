import { createExportPermits } from "#application/admission/export-permits.ts";
import { createCommandRunner } from "#application/commands/command-runner.ts";
import { readDeliverRun } from "#application/jobs/deliver-run-job.ts";
import type { JobHandler, JobKind } from "#application/jobs/job.ts";
import { runJob } from "#application/jobs/run-job.ts";
import { setTenant } from "#application/session/shop-names.ts";
import { sha256 } from "#application/text/derive-id.ts";
import { isRefusal } from "#domain/core/decider.ts";
import type { WithoutContext } from "#domain/core/message.ts";
import { Delay, DestinationKind, FileType } from "#domain/enumerations.ts";
import { upcasters } from "#domain/event-schemas.ts";
import { exportDecider } from "#domain/export/decider.ts";
import { ledgerDecider } from "#domain/ledger/decider.ts";
import type { LedgerEvent } from "#domain/ledger/events.ts";
import type { RunCommand } from "#domain/run/commands.ts";
import { nextAttempt } from "#domain/run/decide.ts";
import { runDecider } from "#domain/run/decider.ts";
import { deriveDeliveryId } from "#domain/run/run-ids.ts";
import type { ShopCommand } from "#domain/shop/commands.ts";
import { shopDecider } from "#domain/shop/decider.ts";
import type { AutomationDefinition, AutomationSchedule } from "#domain/workspace/automations/automation.ts";
import { dailySchedule } from "#domain/workspace/automations/automation.ts";
import type { WorkspaceCommand } from "#domain/workspace/commands.ts";
import { workspaceDecider } from "#domain/workspace/decider.ts";
import { createFakeIds } from "#infra/memory/ids.ts";
import type { JsonObject } from "#infra/ports/json.ts";
import type { EventStore, RecordedEvent } from "#infra/ports/stores/event-store.ts";
import type { DelivererDeps } from "../../deliverer/deps.ts";
import { createDeliverRun } from "../../deliverer/run/deliver-run.ts";
import { createDeliverSample } from "../../deliverer/run/deliver-sample.ts";
import type { ExporterDeps } from "../../exporter/deps.ts";
import { createHandlers as exporterHandlers } from "../../exporter/jobs/handlers.ts";
import { createReactions as exporterReactions, reactionTypes as exporterTypes } from "../../exporter/jobs/reactions.ts";
import type { SchedulerDeps } from "../../scheduler/deps.ts";
import { createHandlers } from "../../scheduler/handlers.ts";
import { createReactions, reactionTypes } from "../../scheduler/reactions.ts";
import { restoreJobsAtStart } from "../../scheduler/restore-jobs.ts";
import { type Beside, exporterForTests, tenant } from "./exporter-for-tests.ts";
import { givenTexts, makeAutomation } from "./given-automation.ts";
import { givenShopInAthens } from "./given-shop.ts";

/** Thrown where a test kills the processes. */
class Killed extends Error {
  override name = "Killed";
}

/** A received delivery. */
type Received = { automationId: string; deliveryId: string; name: string; orders: string[] };
const merchant = { tenant, actor: { kind: "merchant" }, correlation: "test" } as const;
const minute = 60_000;
const worker = "worker";

/**
 * Runs scheduler, exporter and a small deliverer on memory stores, with one shop in Athens that has a report design and
 * a filter. `killAt`: the append, counted over all, before or after which everything is killed, once. `beside`: a web
 * process that shares its stores; `deliverer`: a real one; `pictures`: source of pictures, absent: links.
 */
export const automationForTests = async (
  orders: JsonObject[],
  start: string,
  {
    beside,
    deliverer,
    pictures,
  }: { beside?: Beside; deliverer?: DelivererDeps; pictures?: NonNullable<ExporterDeps["pictures"]> | undefined } = {},
) => {
  const exporter = exporterForTests(orders, 1_000, start, beside);
  const { clock } = exporter;
  const { stateStore, queue, fileStore, log } = exporter.deps;
  const kill: { at: number; when: "before" | "after"; appends: number; killed: number } = {
    at: Number.POSITIVE_INFINITY,
    when: "after",
    appends: 0,
    killed: 0,
  };
  const eventStore: EventStore = {
    ...exporter.deps.eventStore,
    appendToStream: async (...args) => {
      kill.appends += 1;
      const now = kill.appends === kill.at;
      if (now) kill.killed += 1;
      if (now && kill.when === "before") throw new Killed();
      const result = await exporter.deps.eventStore.appendToStream(...args);
      if (now) throw new Killed();
      return result;
    },
  };
  const received: Received[] = [];
  /**
   * Kinds of jobs to discard, as their code fails or their payload is unusable. `dumb`: without onDiscarded, like an
   * older Sheaf.
   */
  const faults = new Map<string, "throws" | "payload" | "dumb">();
  const failing = () => Promise.reject(new Error("An internal error."));
  const weather: { receiver: "works" | "temporary" | "hangs"; down: boolean } = { receiver: "works", down: false };

  const deliver =
    (runner: SchedulerDeps["runner"]): JobHandler =>
    async (job) => {
      const { runId } = readDeliverRun(job);
      const { state } = await runner.load(runDecider, runId);
      if (state.status === "unknown" || !state.file) return { kind: "done" };
      const next = nextAttempt(state);
      if (!next) return { kind: "done" };
      const send = (command: WithoutContext<RunCommand>) =>
        runner.execute(runDecider, runId, (context) => ({ ...command, context }) as RunCommand, {
          ...merchant,
          actor: { kind: "system", part: "deliverer" },
        });
      const deliveryId = deriveDeliveryId(sha256, runId);
      const destination = DestinationKind.PublicUrl;
      await send({ type: "StartDelivery", ...next, deliveryId, destination, recipients: [] });
      // Acts as if the worker died: another gets the job a minute later.
      if (weather.receiver === "hangs") return { kind: "again", delayMs: minute };
      const common = { ...next, steps: [] } as const;
      if (weather.receiver === "temporary") {
        await send({ type: "FailDelivery", ...common, kind: "temporary", reason: "refused", reached: 0 });
        return { kind: "done" };
      }
      const { state: made } = await runner.load(exportDecider, state.file.exportId);
      if (made.status !== "finished") throw new Error("There is no file to deliver.");
      const [, ...rows] = (await exporter.fileOf(made.file.fileKey)).trim().split(/\r?\n/);
      const { automationId } = state.facts;
      received.push({
        automationId,
        deliveryId,
        name: made.facts.fileName,
        orders: rows.map((row) => row.split(",")[0] ?? ""),
      });
      const receipt = { at: clock.now().toISOString(), to: "a test", answer: "", steps: [], before: false };
      await send({ type: "ConfirmDelivery", ...next, receipt });
      return { kind: "done" };
    };

  /** Starts the processes with only what is stored. */
  const begin = () => {
    const ids = createFakeIds(`ids-${kill.appends}`);
    const runner = createCommandRunner({ eventStore, stateStore, clock, ids, upcasters });
    const config = {
      STORE_URL_TEMPLATE: "https://{shop}.example",
      SHOP_FLAGS: { bundles: [], "meal-prep": [], "custom-columns": [] },
    };
    const room = createExportPermits({ state: stateStore, runner, clock }, "automated");
    const deps: SchedulerDeps = { runner, stateStore, queue, permits: room, clock, config, log };
    const deliverRun = deliverer
      ? createDeliverRun({ ...deliverer, runner })
      : {
          ...createDeliverRun({ ...exporter.deps, runner, queue, log } as unknown as DelivererDeps),
          run: deliver(runner),
        };
    const handlers = {
      ...createHandlers(deps),
      ...exporterHandlers({ ...exporter.deps, ...(pictures && { pictures }), eventStore, runner }),
      "deliver-run": deliverRun,
      "mail-run": deliverRun,
      "deliver-sample": createDeliverSample({ ...(deliverer ?? (exporter.deps as unknown as DelivererDeps)), runner }),
    };
    const hears = [
      { types: reactionTypes, react: createReactions(deps) },
      { types: exporterTypes as readonly string[], react: exporterReactions(queue) },
    ];
    return { runner, deps, handlers, hears, after: undefined as string | undefined };
  };
  let processes = begin();

  /** Handles new events. Returns true if there were any. */
  const hear = async (): Promise<boolean> => {
    const { after } = processes;
    const events = await eventStore.readAll({ ...(after === undefined ? {} : { after }), limit: 500 });
    const ours = events.filter(({ type }) => !type.startsWith("$"));
    for (const { types, react } of processes.hears) await react(ours.filter(({ type }) => types.includes(type)));
    processes.after = events.at(-1)?.position ?? after;
    return events.length > 0;
  };

  const doOne = async (): Promise<boolean> => {
    const kinds = Object.keys(processes.handlers);
    const lanes = ["schedule", "deliver", "short", "long"];
    const job = await queue.claim({ kinds, lanes, worker, leaseMs: 30_000 });
    if (!job) return false;
    const handler: JobKind = processes.handlers[job.kind as keyof typeof processes.handlers];
    const fault = faults.get(job.kind);
    if (fault) {
      const { signal } = new AbortController();
      const broken: JobKind = { ...handler, maxAttempts: 1, ...(fault !== "payload" && { run: failing }) };
      if (fault === "dumb") delete broken.onDiscarded;
      const met = fault === "payload" ? { ...job, payload: {} } : job;
      await runJob({ queue, clock, log, handlers: { [job.kind]: broken }, signal }, met);
      return true;
    }
    const outcome = await handler.run(job, new AbortController().signal);
    if (outcome.kind === "done") await queue.complete(job);
    else if (outcome.kind === "put-down") await queue.reschedule(job, outcome.delayMs, outcome.payload);
    else if (outcome.kind === "again") await queue.scheduleRetry(job, outcome.delayMs);
    return true;
  };

  /** Does everything due now. Killed processes restart, and handle all events from the first. */
  const settle = async (): Promise<void> => {
    for (;;) {
      try {
        if (!(await hear()) && !(await doOne())) return;
      } catch (error) {
        if (!(error instanceof Killed)) throw error;
        await queue.releaseLeases(worker);
        processes = begin();
      }
    }
  };

  /** Advances time by steps of minutes, and does what is due. */
  const runUntil = async (until: string, step = 5): Promise<void> => {
    while (clock.now().getTime() < Date.parse(until)) {
      const left = Date.parse(until) - clock.now().getTime();
      clock.advance(Math.min(step * minute, left));
      if (!weather.down) await settle();
    }
  };

  const onShop = (command: WithoutContext<ShopCommand>) =>
    processes.runner.execute(shopDecider, tenant, (context) => ({ ...command, context }) as ShopCommand, merchant);
  const onWorkspace = async (command: WithoutContext<WorkspaceCommand>) => {
    const make = (context: WorkspaceCommand["context"]) => ({ ...command, context }) as WorkspaceCommand;
    const result = await processes.runner.execute(workspaceDecider, tenant, make, merchant);
    if (isRefusal(result)) throw new Error(result.message);
  };
  await setTenant(stateStore, "aurora-demo", tenant);
  await givenShopInAthens(processes.runner, tenant, "aurora-demo");

  const edit = async (automationId: string, change: Partial<AutomationDefinition>): Promise<void> => {
    const { state } = await processes.runner.load(workspaceDecider, tenant);
    const base = state.automations.find((one) => one.automationId === automationId);
    if (!base) throw new Error("There is no such automated report.");
    const wanted = { ...base, ...change };
    const texts = givenTexts(wanted.destination);
    await onWorkspace({ type: "UpdateAutomation", automationId, base, wanted, texts, today: "2000-01-01" });
  };
  const automate = (schedule: Partial<AutomationSchedule>, given: Partial<AutomationDefinition> = {}) =>
    makeAutomation(processes.runner, tenant, {
      fileType: FileType.Csv,
      destination: { kind: DestinationKind.PublicUrl, reportName: given.title ?? "orders" },
      schedule: { ...dailySchedule, delay: Delay.NoDelay, ...schedule },
      ...given,
    });
  const read = (stream: string): Promise<RecordedEvent[]> => eventStore.readStream(stream, { limit: 1_000 });

  return {
    tenant,
    clock,
    kill,
    weather,
    faults,
    received,
    queue,
    fileStore,
    runUntil,
    settle,
    edit,
    automate,
    onShop,
    onWorkspace,
    read,
    /** Starts another process without memory. */
    another: begin,
    eventStore,
    /** Runs the scheduler's start. */
    sweep: () => restoreJobsAtStart(processes.deps, new AbortController().signal),
    ledgerOf: async (automationId: string) =>
      (await read(`${ledgerDecider.category}-${automationId}`)) as unknown as readonly LedgerEvent[],
    /** Handles events up to now and empties the work queue, like an older copy of it. */
    forgetJobs: async () => {
      while (await hear()) await Promise.resolve();
      for (;;) {
        const job = await queue.claim({ kinds: ["plan-automation"], lanes: ["schedule"], worker, leaseMs: 30_000 });
        if (!job) return;
        await queue.complete(job);
        await queue.forget(job.id);
      }
    },
    platform: exporter.platform,
    openDeliveries: () => queue.countOpen({ tenant, kinds: ["deliver-run", "mail-run"] }),
    /** Days that files of a report's runs are kept. */
    keptDays: async (automationId: string) => {
      const events = (await eventStore.readAll({ limit: 10_000 })).filter(({ stream }) => stream.startsWith("export-"));
      const ours = new Set(
        events.flatMap(({ type, stream, data }) =>
          type === "ExportRequested" && (data.run as JsonObject | undefined)?.automationId === automationId
            ? [stream]
            : [],
        ),
      );
      const finished = events.filter(({ type, stream }) => type === "ExportFinished" && ours.has(stream));
      const days = ({ data, metadata }: RecordedEvent) =>
        (Date.parse(String(data.expiresAt)) - Date.parse(String(metadata.instant))) / 86_400_000;
      return new Set(finished.map(days));
    },
    workspace: async () => (await processes.runner.load(workspaceDecider, tenant)).state,
    stateOf: async (automationId: string) => (await processes.runner.load(ledgerDecider, automationId)).state,
    runsOf: async () => {
      const events = await eventStore.readAll({ limit: 10_000 });
      return events.filter(({ stream }) => stream.startsWith("run-"));
    },
  };
};

export type AutomationForTests = Awaited<ReturnType<typeof automationForTests>>;
