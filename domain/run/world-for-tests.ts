import { contextAt, metadataAt } from "../core/context-for-tests.ts";
import { type Decider, isRefusal, type Refusal } from "../core/decider.ts";
import type { CommandContext, DomainEvent, WithoutContext } from "../core/message.ts";
import { DestinationKind } from "../enumerations.ts";
import type { WrittenEvent } from "../ledger/check-ledger-for-tests.ts";
import type { LedgerCommand } from "../ledger/commands.ts";
import { ledgerDecider } from "../ledger/decider.ts";
import type { ClaimFacts, FailureKind, LedgerEvent, ManualCause, ResumeChoice } from "../ledger/events.ts";
import { decideNext, type NextDecision, type PlanningContext } from "../ledger/planning/next-decision.ts";
import { newestPeriod, type Phase } from "../ledger/planning/phases.ts";
import { type TinySchedule, tinyFunctions } from "../ledger/planning/plan-for-tests.ts";
import { buildStart } from "../ledger/planning/start-of-report.ts";
import { deriveRunId } from "../ledger/run-ids.ts";
import type { LedgerState } from "../ledger/state.ts";
import type { RunCommand } from "./commands.ts";
import { runDecider } from "./decider.ts";
import type { RunEvent } from "./events.ts";
import { nextStep } from "./next-step.ts";
import { deriveDeliveryId, deriveExportId } from "./run-ids.ts";
import type { RunState } from "./state.ts";

/** Not SHA-256, but unique enough for tests. */
const sha256 = (text: string): string => {
  let [one, other] = [0x811c9dc5, 0x1000193];
  for (const char of text) {
    one = Math.imul(one ^ char.charCodeAt(0), 0x1000193) >>> 0;
    other = Math.imul(other ^ one, 0x85ebca6b) >>> 0;
  }
  return [one, other, one ^ other, ~one >>> 0]
    .map((word) => (word >>> 0).toString(16).padStart(8, "0"))
    .join("")
    .repeat(2);
};
const automationId = "a";
const facts: ClaimFacts = { workspaceVersion: 1, shopVersion: 1, flags: [], catalogueVersion: 7, inputHash: "ab" };

/** A worker's actions. At each yield another one may act, or this one may die. */
export type Acts<Answer = void> = Generator<undefined, Answer, undefined>;
export type Stream<E, S> = { state: S; version: number; written: { event: E; instant: string }[] };

/** Current behaviour of an external service. */
export type ServiceBehavior = "works" | "temporary" | "lasting";
/** A receiver's behaviour. With `unconfirmed` it gets the report, but its response is lost. */
export type ReceiverBehavior = "works" | FailureKind;

export type World = {
  /** ms. */
  now: number;
  phases: Phase<TinySchedule>[];
  subscribed: boolean;
  ledger: Stream<LedgerEvent, LedgerState>;
  runs: Map<string, Stream<RunEvent, RunState>>;
  /** Claimed runs without an end. */
  left: Set<string>;
  exports: ServiceBehavior;
  receiver: ReceiverBehavior;
  rows: number;
  /** Deliveries at the receiver, in order. */
  received: string[];
};

export const newWorld = (schedule: TinySchedule, now: number, enabled = true): World => ({
  now,
  phases: [{ since: new Date(now).toISOString(), schedule, enabled }],
  subscribed: true,
  ledger: { state: ledgerDecider.initialState, version: 0, written: [] },
  runs: new Map(),
  left: new Set(),
  exports: "works",
  receiver: "works",
  rows: 3,
  received: [],
});

const instantOf = ({ now }: World): string => new Date(now).toISOString();
export const writtenBy = ({ ledger }: World): readonly WrittenEvent[] => ledger.written;
export const runOf = (world: World, runId: string): Stream<RunEvent, RunState> => {
  const known = world.runs.get(runId) ?? { state: runDecider.initialState, version: 0, written: [] };
  world.runs.set(runId, known);
  return known;
};

/** Decides like the command runner: on the state it read, and again after a concurrent append. */
function* act<C extends { context: CommandContext }, E extends DomainEvent, S>(
  world: World,
  decider: Decider<C, E, S>,
  stream: Stream<E, S>,
  command: WithoutContext<C>,
): Acts<readonly E[] | Refusal> {
  for (;;) {
    const seen = { ...stream };
    yield;
    const instant = instantOf(world);
    const decision = decider.decide({ ...command, context: contextAt(instant) } as unknown as C, seen.state);
    if (isRefusal(decision) || decision.length === 0) return decision;
    if (stream.version !== seen.version) continue;
    for (const event of decision) {
      stream.state = decider.evolve(stream.state, event, metadataAt(instant), stream.version);
      stream.version += 1;
      stream.written.push({ event, instant });
      trackOpenRuns(world, event, stream);
    }
    return decision;
  }
}

type BareLedgerCommand = LedgerCommand extends infer C ? (C extends LedgerCommand ? Omit<C, "context"> : never) : never;
type BareRunCommand = RunCommand extends infer C ? (C extends RunCommand ? Omit<C, "context"> : never) : never;
const onLedger = (world: World, command: BareLedgerCommand) =>
  act(world, ledgerDecider, world.ledger, command as never);
const onRun = (world: World, runId: string, command: BareRunCommand) =>
  act(world, runDecider, runOf(world, runId), command as never);

export const outlookOf = (world: World): PlanningContext<TinySchedule> => {
  const endsAt = world.phases.at(-1)?.schedule.endsAt ?? null;
  const { last } = world.ledger.state;
  // A scheduler reads no more of the workspace than it needs.
  const phases = world.phases.filter((_, n) => last === null || (world.phases[n + 1]?.since ?? "9") > last);
  return {
    phases,
    end: endsAt === null ? null : { endsTo: `${endsAt}`, at: new Date(endsAt * 60_000).toISOString() },
    subscribed: world.subscribed,
    state: world.ledger.state,
    now: instantOf(world),
  };
};

/** One decision of a scheduler and its execution. */
export function* schedule(world: World): Acts<NextDecision> {
  const outlook = outlookOf(world);
  const { state, subscribed } = outlook;
  const next = decideNext(outlook, tinyFunctions);
  yield;
  const idOf = (cause: "slot" | "catch-up" | "retry", slot: string) =>
    deriveRunId(sha256, {
      tenant: "t",
      automationId,
      cause,
      slot,
      nth: cause === "retry" ? state.retries : state.caughtUp,
    });
  switch (next.do) {
    case "claim": {
      const run = idOf("slot", next.past.newest.at);
      yield* onLedger(world, { type: "ClaimSlot", past: next.past, enabled: true, subscribed, run, ...facts });
      break;
    }
    case "skip":
      yield* onLedger(world, { type: "SkipSlots", past: next.past, reason: next.reason });
      break;
    case "retry":
    case "catch-up": {
      const { do: cause, slot, period } = next;
      yield* onLedger(world, { type: "ClaimExtraRun", cause, slot, period, run: idOf(cause, slot), ...facts });
      break;
    }
    case "call-off":
      yield* onLedger(world, { type: "CallOff", because: next.because, resumed: next.resumed });
      break;
    case "expire":
      yield* onLedger(world, { type: "Expire", endsTo: next.endsTo, past: null });
  }
  return next;
}

function* deliver(world: World, runId: string, which: { try: number; attempt: number }): Acts {
  const deliveryId = deriveDeliveryId(sha256, runId);
  const command = {
    type: "StartDelivery",
    ...which,
    deliveryId,
    destination: DestinationKind.Email,
    recipients: ["pv:a"],
  } as const;
  const decision = yield* onRun(world, runId, command);
  const started = isRefusal(decision) ? undefined : decision.find(({ type }) => type === "DeliveryStarted");
  if (started?.type !== "DeliveryStarted") return;
  const { try: ofTry, attempt } = started.data;
  yield;
  const { receiver } = world;
  if (receiver === "works" || receiver === "unconfirmed") world.received.push(deliveryId);
  yield;
  if (receiver === "works") {
    const receipt = { at: instantOf(world), to: "1 recipient", answer: "250 Ok", steps: [], before: false };
    yield* onRun(world, runId, { type: "ConfirmDelivery", try: ofTry, attempt, receipt });
  } else {
    const notBefore = new Date(world.now + 600_000).toISOString();
    const steps = [
      { step: "handed over", ms: 1, failed: true as const, ...(receiver === "ours" && { nothingLeft: true as const }) },
    ];
    const failed = { kind: receiver, reason: "refused", steps, reached: 0, notBefore };
    yield* onRun(world, runId, { type: "FailDelivery", try: ofTry, attempt, ...failed });
  }
}

/** One step of a worker for a run. Returns false if nothing is to do now. */
export function* work(world: World, runId: string): Acts<boolean> {
  const { state } = runOf(world, runId);
  yield;
  const step = nextStep(runId, state, world.ledger.state, instantOf(world));
  switch (step.do) {
    case "start": {
      const open = [world.ledger.state.open, world.ledger.state.byHand].find((one) => one?.run === runId);
      if (!open) return true;
      const { cause, slot, period } = open;
      const started = { runId, automationId, tenant: "t", cause, slot, period, deliverEmpty: false, ...open.facts };
      yield* onRun(world, runId, { type: "StartRun", ...started });
      return true;
    }
    case "export": {
      const exportId = deriveExportId(sha256, runId, step.try);
      yield* onRun(world, runId, { type: "RequestRunExport", try: step.try, exportId, inputHash: "cd" });
      return true;
    }
    case "await-export": {
      const { exportId } = step;
      if (world.exports === "works")
        yield* onRun(world, runId, { type: "FinishRunExport", exportId, orders: world.rows, rows: world.rows });
      else yield* onRun(world, runId, { type: "FailRunExport", exportId, kind: world.exports, reason: "no orders" });
      return true;
    }
    case "deliver":
      yield* deliver(world, runId, { try: step.try, attempt: step.attempt });
      return true;
    case "fail-try": {
      const { do: _, ...failure } = step;
      yield* onLedger(world, { type: "FailTry", run: runId, ...failure });
      return true;
    }
    case "settle":
      yield* onLedger(world, { type: "Settle", run: runId, outcome: step.outcome });
      return true;
    case "end":
      yield* onRun(world, runId, { type: "EndRun", outcome: step.outcome, reason: step.reason });
      return true;
    default:
      return false;
  }
}

/** Claimed runs without an end: the jobs in the queue. */
export const listOpenRuns = ({ left }: World): string[] => [...left];

const trackOpenRuns = ({ left, runs }: World, { type, data }: DomainEvent, stream: unknown): void => {
  if (type === "SlotClaimed" || type === "ExtraRunClaimed") left.add((data as { run: string }).run);
  if (type === "RunEnded") for (const run of left) if (runs.get(run) === stream) left.delete(run);
};

/** An edit of the schedule, or a pause. */
export const plan = (world: World, change: Partial<Omit<Phase<TinySchedule>, "since">>): void => {
  const newest = world.phases.at(-1);
  if (newest) world.phases.push({ ...newest, ...change, since: instantOf(world) });
};

/** The merchant starts the report: resumes it first, then enables it. */
export function* startReport(world: World, choice: ResumeChoice): Acts {
  const enabled = world.phases.at(-1)?.enabled ?? false;
  const { state } = world.ledger;
  const outlook = { phases: [...world.phases], end: null, subscribed: true, state, now: instantOf(world) };
  const decision = yield* onLedger(world, { ...buildStart(outlook, choice, tinyFunctions) });
  if (isRefusal(decision)) return;
  yield;
  if (!enabled && !(world.phases.at(-1)?.enabled ?? false)) plan(world, { enabled: true });
}

/** The merchant requests a manual run for the newest period. */
export function* requestManualRun(world: World, cause: ManualCause, run: string): Acts {
  const schedule = world.phases.at(-1)?.schedule;
  const newest = schedule && newestPeriod(schedule, instantOf(world), tinyFunctions);
  if (newest) yield* onLedger(world, { type: "ClaimExtraRun", cause, ...newest, run, ...facts });
}

/** The merchant requests the next try now. */
export function* tryNow(world: World): Acts {
  yield* onLedger(world, { type: "TryNow" });
}

/** Runs all actions without interruption. */
export const finish = <Answer>(acts: Acts<Answer>): Answer => {
  for (;;) {
    const { done, value } = acts.next();
    if (done) return value as Answer;
  }
};
