import type { DestinationKind } from "../enumerations.ts";
import type { ClaimFacts, FailureKind, RunCause, RunOutcome, SkipReason } from "../ledger/events.ts";
import type { MailReach } from "../ledger/mail-reach.ts";
import type { RunReceipt, TriedStep } from "../run/events.ts";
import type { Period } from "../schedule/schedule.ts";
import type { MaybeStale } from "./documents.ts";

/** Instants are ISO UTC. */
type ExportBegun = { at: string; exportId: string };
type Failure = { outcome: "failed"; kind: FailureKind; reason: string };
type ExportEnded = { at: string } & ({ outcome: "made" | "empty" } | Failure);
/** `recipients`: vault references, for e-mail only. */
type DeliveryBegun = { at: string; destination: DestinationKind; recipients: readonly string[] };
type DeliveryEnded = { at: string } & (
  | { outcome: "delivered"; receipt: RunReceipt }
  | (Failure & {
      steps: readonly TriedStep[];
      reached: number;
      refused?: readonly string[];
      mayHaveIt?: readonly string[];
      unsendable?: readonly string[];
      newlyReached?: readonly string[];
    })
);

/**
 * Events in a run's tries, at most five with three attempts each: `export.{try}`, `delivery.{try}.{attempt}` and their
 * ends. Each is its own field, because projections only set whole fields.
 */
export type RunStepFields = {
  [Field in `export.${number}`]?: ExportBegun;
} & { [Field in `exportEnd.${number}`]?: ExportEnded } & {
  [Field in `delivery.${number}.${number}`]?: DeliveryBegun;
} & { [Field in `deliveryEnd.${number}.${number}`]?: DeliveryEnded };

/**
 * Id: the run's id. Outlives the automated report. `version`: of its claim in the ledger, sorts lists. `endedVersion`:
 * of its settlement there. `exportId`: of the newest try with an export. `retryAt`: set while it waits for a try.
 * `arrived`: only of failed runs whose report someone has or may have.
 */
export type RunDocument = {
  tenant: string;
  automationId: string;
  runId: string;
  version: number;
  endedVersion: number | null;
  cause: RunCause;
  slot: string;
  period: Period;
  claim: ClaimFacts;
  claimedAt: string;
  endedAt: string | null;
  outcome: RunOutcome | null;
  reason: string | null;
  arrived?: MailReach;
  retryAt: string | null;
  exportId: string | null;
} & RunStepFields &
  MaybeStale;

/** A try's export if any, and the delivery attempt that counts. */
export type RunTryFacts = {
  try: number;
  export: ExportBegun | undefined;
  exportEnd: ExportEnded | undefined;
  delivery: DeliveryBegun | undefined;
  deliveryEnd: DeliveryEnded | undefined;
  /** Deliveries begun, if a worker was lost and another began again. */
  deliveries?: number;
};

const stepField = /^(?:export|exportEnd|delivery|deliveryEnd)\.(\d+)(?:\.(\d+))?$/;

/** The confirmed attempt, otherwise the newest. */
const deliveryOf = (run: RunStepFields, ofTry: number, attempts: number) => {
  const all = Array.from({ length: attempts }, (_, n) => ({
    delivery: run[`delivery.${ofTry}.${n + 1}`],
    deliveryEnd: run[`deliveryEnd.${ofTry}.${n + 1}`],
  }));
  const newest = all.at(-1) ?? { delivery: undefined, deliveryEnd: undefined };
  return all.find(({ deliveryEnd }) => deliveryEnd?.outcome === "delivered") ?? newest;
};

/** Lists tries in order. */
export const listTries = (run: RunStepFields): RunTryFacts[] => {
  const attempts = new Map<number, number>();
  for (const field of Object.keys(run)) {
    const [, ofTry, attempt = "0"] = stepField.exec(field) ?? [];
    if (ofTry !== undefined) attempts.set(Number(ofTry), Math.max(attempts.get(Number(ofTry)) ?? 0, Number(attempt)));
  }
  return [...attempts]
    .sort(([one], [other]) => one - other)
    .map(([ofTry, count]) => ({
      try: ofTry,
      export: run[`export.${ofTry}`],
      exportEnd: run[`exportEnd.${ofTry}`],
      ...deliveryOf(run, ofTry, count),
      ...(count > 1 && { deliveries: count }),
    }));
};

/**
 * Id: the run's id; for skipped slots `{automationId}:{version}` of the event. A slot, or neighbors skipped together.
 * `from`, `to`: first and last slot, in whole seconds like slots.
 */
export type SlotDocument = {
  tenant: string;
  automationId: string;
  from: string;
  to: string;
  count: number;
  outcome: RunOutcome | "skipped" | null;
  /** Set only for failed slots whose report someone has or may have. */
  arrived?: MailReach;
  because: SkipReason | null;
  coveredBy: string | null;
  period: Period | null;
  runId: string | null;
} & MaybeStale;
