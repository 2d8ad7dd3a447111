import type { DeliverRun } from "#application/jobs/deliver-run-job.ts";
import { isUntaken, type MailNote, noteMail, readMail, reasonOf } from "#application/mails/sent.ts";
import { whenItAnswers } from "#application/process/when-writable.ts";
import { type FailureKind, isByHand } from "#domain/ledger/events.ts";
import { runDecider } from "#domain/run/decider.ts";
import type { KnownRun } from "#domain/run/state.ts";
import type { DeliveryFailed } from "#infra/ports/destination.ts";
import type { DelivererDeps } from "../deps.ts";
import type { Claimed } from "./claimed.ts";
import { recipientsOf } from "./deliver-to.ts";

type Deps = Pick<DelivererDeps, "runner" | "stateStore" | "clock" | "log">;

/** All tries of a run send the same mail. */
const mailIdOf = (runId: string): string => `report:${runId}`;

/** How the mail of a run that isn't tried any more stands; undefined while it may be. */
const outcomeOf = (run: KnownRun): MailNote["outcome"] | undefined => {
  if (run.status === "confirmed" || (run.status === "ended" && run.outcome === "delivered")) return "sent";
  if (run.status !== "ended") return undefined;
  return run.mayHaveArrived ? "may have arrived" : "failed";
};

/** Makes the note of a report's mail say what its run says. It changes a mail that waits, and only once the run has ended or was delivered. */
export const settleReportMail = async ({ runner, stateStore: state, clock }: Deps, runId: string): Promise<void> => {
  const noted = await readMail({ state }, mailIdOf(runId));
  if (!noted || !isUntaken(noted.outcome)) return;
  const { state: run } = await runner.load(runDecider, runId);
  const outcome = run.status === "unknown" ? undefined : outcomeOf(run);
  if (outcome === undefined) return;
  const { at: _at, since: _since, ...note } = noted;
  await noteMail({ state, clock }, { ...note, outcome, reason: outcome === "sent" ? null : note.reason });
};

type Failure = { kind: FailureKind; cause?: unknown } & Partial<Pick<DeliveryFailed, "notBefore" | "final">>;

/** Tells if a failure may have another try. If the ledger finds that it has none, the run ends, and the note follows it. */
const mayBeTriedAgain = (
  { facts: { cause } }: Pick<KnownRun, "facts">,
  { kind, notBefore, final }: Failure,
): boolean => {
  if (isByHand(cause) || kind === "lasting" || final) return false;
  return kind !== "unconfirmed" || notBefore !== undefined;
};

/** How a report's mail stands after a try. `failure`: undefined where it was taken. */
const outcomeAfter = (
  run: Pick<KnownRun, "facts">,
  failure: Failure | undefined,
): Pick<MailNote, "outcome" | "reason"> => {
  if (!failure) return { outcome: "sent", reason: null };
  const reason = reasonOf(failure.cause);
  if (mayBeTriedAgain(run, failure)) return { outcome: "waiting", reason };
  return { outcome: failure.kind === "unconfirmed" ? "may have arrived" : "failed", reason };
};

/**
 * Notes the outcome of a try of a report's mail, which its run has by then. `refused`: recipients that were refused for
 * good; default: 0. The run may end before the note is written, so the run is read once more after it.
 */
export const noteReportMail = async (
  deps: Deps,
  { tenant, runId }: Pick<DeliverRun, "tenant" | "runId">,
  {
    claimed,
    run,
    failure,
    refused = 0,
  }: { claimed: Claimed; run: Pick<KnownRun, "facts">; failure?: Failure; refused?: number },
  signal: AbortSignal,
): Promise<void> => {
  const recipients = recipientsOf(claimed).length;
  if (recipients === 0) return;
  const { stateStore: state, clock, log } = deps;
  const about = {
    id: mailIdOf(runId),
    kind: "report",
    tenant,
    about: runId,
    recipients,
    ...(refused > 0 && { refused }),
  } as const;
  const keep = async (): Promise<void> => {
    const isOurs = failure?.kind === "ours";
    await noteMail({ state, clock }, { ...about, ...outcomeAfter(run, failure), isOurs });
    await settleReportMail(deps, runId);
  };
  await whenItAnswers(keep, {
    signal,
    onWait: (err) => log.warn({ runId, err }, "What became of a report's mail waits for its store to be noted."),
  });
};
