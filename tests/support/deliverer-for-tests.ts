import { createCommandRunner } from "#application/commands/command-runner.ts";
import { deliverLane, deliverRunJob, deliverRunKind, mailRunKind } from "#application/jobs/deliver-run-job.ts";
import { runJob } from "#application/jobs/run-job.ts";
import { upcasters } from "#domain/event-schemas.ts";
import { nextAttempt } from "#domain/run/decide.ts";
import { runDecider } from "#domain/run/decider.ts";
import type { ShopCommand } from "#domain/shop/commands.ts";
import { shopDecider } from "#domain/shop/decider.ts";
import type { Destination } from "#domain/workspace/automations/destination.ts";
import { createDestinations } from "#infra/destinations/create-destinations.ts";
import { createOutboundHttp } from "#infra/http-out/create-outbound-http.ts";
import { createFakeClock } from "#infra/memory/clock.ts";
import { createMemoryEventStore } from "#infra/memory/event-store.ts";
import { createMemoryFileStore } from "#infra/memory/file-store.ts";
import { createFakeIds } from "#infra/memory/ids.ts";
import { createMemoryMail } from "#infra/memory/mail.ts";
import { createMemoryStateStore } from "#infra/memory/state-store.ts";
import { createMemoryVault } from "#infra/memory/vault.ts";
import { createMemoryWorkQueue } from "#infra/memory/work-queue.ts";
import type { Mail, Outbox } from "#infra/ports/mail.ts";
import type { DelivererDeps } from "../../deliverer/deps.ts";
import { publicReactions, publicTypes } from "../../deliverer/reactions.ts";
import { createDeliverRun } from "../../deliverer/run/deliver-run.ts";
import { patience, shortPatience } from "../protocols/destinations-for-tests.ts";
import { deliveriesOf, editReport, type GivenRun, givenFinishedRun, givenReport } from "./delivering.ts";
import type { WebForTests } from "./web-for-tests.ts";

export const tenant = "tenant-1";

export const profileForTests = {
  platformId: "1",
  name: "Aurora",
  myshopifyDomain: "aurora-demo.myshopify.com",
  ianaTimezone: "Europe/Athens",
  currencyCode: "EUR",
  moneyFormat: "",
  weightUnit: "KILOGRAMS",
  taxesIncluded: true,
  plan: "Basic",
  primaryLocale: "el",
};

/**
 * Sets up a deliverer over memory with real receivers on this machine. `impatient`: for silent ones. `beside`: a web
 * process that shares its stores.
 */
export const setUpDeliverer = async (
  options: {
    mail?: Mail;
    outbox?: Outbox;
    impatient?: boolean;
    beside?: Pick<WebForTests, "clock" | "state" | "eventStore" | "vault" | "files" | "queue">;
  } = {},
) => {
  const clock = options.beside?.clock ?? createFakeClock("2026-11-20T12:00:00.000Z");
  const stateStore = options.beside?.state ?? createMemoryStateStore(clock);
  const eventStore = options.beside?.eventStore ?? createMemoryEventStore();
  const vault = options.beside?.vault ?? createMemoryVault();
  const files = options.beside?.files ?? createMemoryFileStore();
  const queue = options.beside?.queue ?? createMemoryWorkQueue(clock);
  const ids = createFakeIds("deliverer");
  const mail = options.mail ?? createMemoryMail();
  const runner = createCommandRunner({ eventStore, stateStore, clock, ids, upcasters });
  const lines: string[] = [];
  const note = (fields: object, message: string) => void lines.push(`${JSON.stringify(fields)} ${message}`);
  const deps: DelivererDeps = {
    runner,
    eventStore,
    stateStore,
    queue,
    fileStore: files,
    vault,
    ids,
    clock,
    destinations: createDestinations({
      mail,
      http: createOutboundHttp({ allowPrivate: true }),
      stateStore,
      clock,
      attachmentMaxMb: 10,
      allowPrivate: true,
      timeouts: options.impatient ? shortPatience : patience,
    }),
    mail,
    outbox: options.outbox ?? createMemoryMail(),
    supportEmail: undefined,
    appUrl: "https://sheaf.example",
    log: { info: note, warn: note, error: note },
  };
  const emailRef = await vault.put("owner@aurora.example", { owner: tenant });
  const onShop = (command: (context: ShopCommand["context"]) => ShopCommand) =>
    runner.execute(shopDecider, tenant, command, { tenant, actor: { kind: "merchant" }, correlation: "c" });
  await onShop((context) => ({ type: "InstallShop", tenant, shop: "aurora-demo", context }));
  await onShop((context) => ({
    type: "AuthorizeShop",
    scopes: [],
    profile: { ...profileForTests, emailRef },
    context,
  }));

  const ports = { runner, vault, files, eventStore };
  const stopped = new AbortController();
  /** Does one due job like a worker; returns true if there was one. */
  const work = async (parts: Partial<DelivererDeps> = {}, signal = stopped.signal) => {
    const job = await queue.claim({
      kinds: [deliverRunKind, mailRunKind],
      lanes: [deliverLane],
      worker: "w",
      leaseMs: 30_000,
    });
    if (!job) return undefined;
    const deliverRun = createDeliverRun({ ...deps, ...parts });
    const handlers = { [deliverRunKind]: deliverRun, [mailRunKind]: deliverRun };
    return runJob({ queue, clock, log: deps.log, handlers, signal }, job);
  };
  /** Enqueues the job of the run's next try or attempt, like the scheduler. */
  const asked = async (job: Parameters<typeof deliverRunJob>[0]) => {
    const { state } = await runner.load(runDecider, job.runId);
    const next = state.status === "unknown" ? undefined : nextAttempt(state);
    if (next) await queue.enqueue(deliverRunJob({ ...job, ...next }, clock.now()));
  };
  const givenRun = async (automationId: string, more: GivenRun = {}) => {
    const run = await givenFinishedRun(ports, { tenant, automationId }, more);
    await asked(run.job);
    return run;
  };
  return {
    deps,
    ports,
    clock,
    work,
    asked,
    stopped,
    onShop,
    givenReport: (to: Destination, given?: Parameters<typeof givenReport>[3]) => givenReport(ports, tenant, to, given),
    givenRun,
    /** Makes a report that goes there, and its run with a file to deliver. */
    givenRunTo: async (to: Destination, more: GivenRun = {}) => givenRun(await givenReport(ports, tenant, to), more),
    deliveries: (runId: string) => deliveriesOf(eventStore, runId),
    /** Retries after a failure. */
    again: asked,
    /** Sends it elsewhere from now on. */
    edit: (automationId: string, to: Destination) => editReport(ports, tenant, automationId, to),
    /** Handles the events of deliveries to public addresses. */
    hear: async () => {
      const events = await eventStore.readAll({ limit: 10_000 });
      await publicReactions(deps)(events.filter(({ type }) => publicTypes.some((known) => known === type)));
    },
    logged: () => lines.join("\n"),
  };
};
