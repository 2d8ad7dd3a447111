import type { DestinationKind } from "../enumerations.ts";
import type { ClaimFacts, FailureKind, RunCause, RunOutcome, SkipReason } from "../ledger/events.ts";
import type { RunReceipt, TriedStep } from "../run/events.ts";
import type { Period } from "../schedule/schedule.ts";
import type { MaybeStale } from "./documents.ts";

/** Instants are ISO UTC. */
type ExportBegun = { at: string; exportId: string };
type Failure = { outcome: "failed"; kind: FailureKind; reason: string };
type ExportEnded = { at: string } & ({ outcome: "made" | "empty" } | Failure);
/** `recipients`: references to the vault, of an e-mail alone. */
type DeliveryBegun = { at: string; destination: DestinationKind; recipients: readonly string[] };
type DeliveryEnded = { at: string } & (
  | { outcome: "delivered"; receipt: RunReceipt }
  | (Failure & { steps: readonly TriedStep[]; reached: number })
);

/**
 * What happened in the tries of a run. Each event is a field of its own, since a projection can only set whole fields: `export.{try}`,
 * `delivery.{try}.{attempt}` and how they ended. A run has five tries at most, and a try three attempts.
 */
export type RunStepFields = {
  [Field in `export.${number}`]?: ExportBegun;
} & { [Field in `exportEnd.${number}`]?: ExportEnded } & {
  [Field in `delivery.${number}.${number}`]?: DeliveryBegun;
} & { [Field in `deliveryEnd.${number}.${number}`]?: DeliveryEnded };

/**
 * Id: the run's id. A run of an automated report, kept when that is deleted. `version`: of its claim in the report's ledger, by which lists are
 * sorted; `endedVersion`: of its settlement there. `exportId`: of the newest try that asked for one. `retryAt`: while it waits for a try.
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
  retryAt: string | null;
  exportId: string | null;
} & RunStepFields &
  MaybeStale;

/** A try of a run: its export where it asked for one, and of its delivery the attempt that counts. */
export type RunTryFacts = {
  try: number;
  export: ExportBegun | undefined;
  exportEnd: ExportEnded | undefined;
  delivery: DeliveryBegun | undefined;
  deliveryEnd: DeliveryEnded | undefined;
};

const stepField = /^(?:export|exportEnd|delivery|deliveryEnd)\.(\d+)(?:\.(\d+))?$/;

/** Of a try the attempt that the receiver confirmed, whoever brought the confirmation; else the newest. */
const deliveryOf = (run: RunStepFields, ofTry: number, attempts: number) => {
  const all = Array.from({ length: attempts }, (_, n) => ({
    delivery: run[`delivery.${ofTry}.${n + 1}`],
    deliveryEnd: run[`deliveryEnd.${ofTry}.${n + 1}`],
  }));
  const newest = all.at(-1) ?? { delivery: undefined, deliveryEnd: undefined };
  return all.find(({ deliveryEnd }) => deliveryEnd?.outcome === "delivered") ?? newest;
};

/** The tries of a run, in order. */
export const triesOf = (run: RunStepFields): RunTryFacts[] => {
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
    }));
};

/**
 * Id: of a slot that was run, its run's; of skipped ones `{automationId}:{version}` of their event. What became of a slot, or of neighbours that
 * were skipped together, `from` and `to` the first and the last: instants in whole seconds, as slots have them.
 */
export type SlotDocument = {
  tenant: string;
  automationId: string;
  from: string;
  to: string;
  count: number;
  outcome: RunOutcome | "skipped" | null;
  because: SkipReason | null;
  coveredBy: string | null;
  period: Period | null;
  runId: string | null;
} & MaybeStale;
