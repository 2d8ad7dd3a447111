import type { CommandRunner } from "#application/commands/command-runner-types.ts";
import { decodeEvent } from "#application/events/decode-event.ts";
import { skipIfDamaged } from "#application/events/skip-if-damaged.ts";
import type { EventMetadata } from "#domain/core/message.ts";
import { upcasters } from "#domain/event-schemas.ts";
import { exportDecider } from "#domain/export/decider.ts";
import type { LedgerEvent } from "#domain/ledger/events.ts";
import { runDecider } from "#domain/run/decider.ts";
import { workspaceDecider } from "#domain/workspace/decider.ts";
import type { RecordedEvent } from "#infra/ports/stores/event-store.ts";
import type { WorkQueue } from "#infra/ports/work-queue.ts";
import type { SchedulerDeps } from "./deps.ts";
import { type AdvancePayload, type PlanPayload, planJob, toAdvanceJob } from "./jobs.ts";

/** Permanent name: the bus stores progress under it. */
export const reactionGroup = "events-to-automations";

/** Edits that may bring a slot nearer or cancel catch-ups. Jobs notice slots removed by a pause when they run. */
const edits = [
  "AutomationStarted",
  "AutomationScheduleChanged",
  "AutomationRestored",
  "AutomationPaused",
  "AutomationDeleted",
] as const;
/** Another time zone, or a subscription that came back or is no longer required. */
const ofShop = ["ShopAuthorized", "ShopProfileChanged", "ChargeActivated", "ChargeWaived", "TierSelected"] as const;
/** The web process claims or brings forward runs for merchants. A scheduler advances its own claims. */
const claims = ["ExtraRunClaimed", "TryBroughtForward"] as const;
const settlements = ["SlotSettled", "ExtraRunSettled"] as const;
const resumed = "Resumed";
const deliveries = ["DeliveryConfirmed", "DeliveryFailed"] as const;
const exportEnds = ["ExportFinished", "ExportFailed", "ExportCanceled"] as const;

export const reactionTypes: readonly string[] = [
  ...edits,
  ...ofShop,
  ...claims,
  ...settlements,
  resumed,
  ...deliveries,
  ...exportEnds,
];

const isOneOf = (types: readonly string[], type: string): boolean => types.includes(type);

/** Automated reports and runs to check after an event. */
type Affected = { automations: readonly string[]; runs: readonly { runId: string; automationId: string }[] };
const nothing: Affected = { automations: [], runs: [] };

type ReactionDeps = Pick<SchedulerDeps, "clock" | "log"> & {
  queue: Pick<WorkQueue, "enqueue">;
  runner: Pick<CommandRunner, "load">;
};

const idIn = (stream: string): string => stream.slice(stream.indexOf("-") + 1);

const runOfExport = async ({ runner }: ReactionDeps, exportId: string): Promise<Affected> => {
  const { state } = await runner.load(exportDecider, exportId);
  const run = state.status === "unknown" ? undefined : state.facts.run;
  return run ? { ...nothing, runs: [run] } : nothing;
};

const runOf = async ({ runner }: ReactionDeps, runId: string): Promise<Affected> => {
  const { state } = await runner.load(runDecider, runId);
  return state.status === "unknown"
    ? nothing
    : { ...nothing, runs: [{ runId, automationId: state.facts.automationId }] };
};

const findAffected = async (
  deps: ReactionDeps,
  { type, stream, data }: Pick<RecordedEvent, "type" | "stream"> & { data: unknown },
  { tenant }: EventMetadata,
): Promise<Affected> => {
  if (isOneOf(edits, type)) return { ...nothing, automations: [(data as { automationId: string }).automationId] };
  if (isOneOf(exportEnds, type)) return runOfExport(deps, idIn(stream));
  if (isOneOf(deliveries, type)) return runOf(deps, idIn(stream));
  if (isOneOf(ofShop, type)) {
    const { state } = await deps.runner.load(workspaceDecider, tenant);
    return { ...nothing, automations: state.automations.map(({ automationId }) => automationId) };
  }
  const automationId = idIn(stream);
  if (type === resumed) return { ...nothing, automations: [automationId] };
  const { run: runId } = data as Extract<LedgerEvent, { type: "SlotClaimed" | "SlotSettled" }>["data"];
  const runs = [{ runId, automationId }];
  return { runs, automations: isOneOf(settlements, type) ? [automationId] : [] };
};

/** Tolerated skew of event timestamps, ms. */
const maxClockSkew = 60_000;

/** Warns of dates ahead, at most once an hour. */
const createDateWatch = ({ clock, log }: Pick<SchedulerDeps, "clock" | "log">) => {
  let quietUntil = Number.NEGATIVE_INFINITY;
  return (instant: string): void => {
    const ahead = Date.parse(instant) - clock.now().getTime();
    if (ahead <= maxClockSkew || clock.steady() < quietUntil) return;
    quietUntil = clock.steady() + 3_600_000;
    log.warn(
      { ahead, instant },
      "Events are dated later than this machine's clock: it was ahead when they were written, or is behind now. Check the clock.",
    );
  };
};

/** Turns events into jobs that check reports and runs. Job ids derive from the event, so repeats add none. */
export const createReactions = (deps: ReactionDeps) => {
  const watchDate = createDateWatch(deps);
  return async (events: readonly RecordedEvent[]): Promise<void> => {
    const react = async (recorded: RecordedEvent): Promise<void> => {
      const { type, data, metadata } = decodeEvent(recorded, upcasters);
      watchDate(metadata.instant);
      const { automations, runs } = await findAffected(deps, { type, stream: recorded.stream, data }, metadata);
      const when = { cause: recorded.id, dueAt: new Date(metadata.instant), atOnce: true } as const;
      const common = { tenant: metadata.tenant, correlation: metadata.correlation, causation: recorded.id };
      for (const run of runs) {
        const { runId, automationId } = run;
        const payload: AdvancePayload = { ...common, runId, automationId };
        await deps.queue.enqueue(toAdvanceJob(payload, when));
      }
      for (const automationId of automations) {
        const payload: PlanPayload = { ...common, automationId };
        await deps.queue.enqueue(planJob(payload, when));
      }
    };
    // In parallel, to share transactions. Order doesn't matter.
    await Promise.all(events.map((recorded) => skipIfDamaged(deps.log, () => react(recorded))));
  };
};
