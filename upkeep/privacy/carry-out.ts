import { completed, type JobHandler, reschedule } from "#application/jobs/job.ts";
import { readSubject } from "#application/privacy/subject.ts";
import { failpoint } from "#application/process/failpoint.ts";
import { isRefusal } from "#domain/core/decider.ts";
import type { CommandContext } from "#domain/core/message.ts";
import { type PrivacyCommand, type PrivacyEnd, type PrivacyRequest, privacyDecider } from "#domain/privacy/decider.ts";
import { maxExportsInEvent } from "#domain/privacy/events.ts";
import { removeQuarantinedCopies } from "../clean-up-quarantined-copies.ts";
import type { UpkeepDeps } from "../deps.ts";
import { carryOutForCustomer } from "./carry-out-for-customer.ts";
import { carryOutForShop, isErased } from "./carry-out-for-shop.ts";
import { type PrivacyJob, readPrivacyJob } from "./privacy-job.ts";
import { removeWorkingData } from "./remove-working-data.ts";

/** Delay before the next check while an unfinished export may contain the person, ms. */
const recheckDelay = 30_000;

const nothingKept: PrivacyEnd = {
  outcome: "nothing-kept",
  counts: { exports: 0, files: 0, values: 0 },
  exports: [],
};

/** The job `carry-out-privacy-request`. Repeated until it succeeds. */
export const createCarryOutJob =
  (deps: UpkeepDeps): JobHandler =>
  async (claimed, signal) => {
    const job = readPrivacyJob(claimed);
    const { privacyId } = job;
    const { state } = await deps.runner.load(privacyDecider, privacyId);
    if (state.status === "unknown") throw new Error(`There is no request ${privacyId} to carry out.`);
    const { request } = state;
    if (state.status === "received") {
      const end = await carryOut(deps, job, request, signal).catch((error: unknown) => {
        if (!signal.aborted) throw error;
        return "stopped" as const;
      });
      if (end === "stopped") return reschedule(0);
      if (end === undefined) {
        deps.log.info({ privacyId, kind: request.kind }, "A request waits for an export that is under way.");
        return reschedule(recheckDelay);
      }
      if (isErasure(request, end)) await removeQuarantinedCopies(deps);
      failpoint("upkeep:privacy:before-end");
      await recordEnd(deps, job, request, end);
      failpoint("upkeep:privacy:after-end");
    }
    await removeWorkingData(deps, privacyId, request, signal);
    return completed;
  };

const isErasure = ({ kind }: PrivacyRequest, { outcome }: PrivacyEnd): boolean =>
  kind !== "customer-data" && (outcome === "carried-out" || outcome === "subject-lost");

const carryOut = async (
  deps: UpkeepDeps,
  job: PrivacyJob,
  request: PrivacyRequest,
  signal: AbortSignal,
): Promise<PrivacyEnd | undefined> => {
  const { tenant, kind, subjectRef } = request;
  if (tenant === null) return nothingKept;
  if (kind === "shop-erasure") return carryOutForShop(deps, { ...job, tenant, request }, signal);
  const subject = subjectRef === null ? undefined : await readSubject(deps.vault, subjectRef);
  // Erasing the shop removed the subject too. If the shop is still there, the vault lost the subject, or it could never
  // be read in full; the request then covers all earlier files.
  if (!subject && (await isErased(deps, tenant))) return nothingKept;
  return carryOutForCustomer(deps, { ...job, tenant, request, subject }, signal);
};

/**
 * Records the end. Its event names the newest exports, earlier events the others: a person who is in very many files
 * must be told about all of them (ADR 97).
 */
const recordEnd = async (deps: UpkeepDeps, job: PrivacyJob, request: PrivacyRequest, end: PrivacyEnd) => {
  const { privacyId, correlation, causation } = job;
  const send = async (make: (context: CommandContext) => PrivacyCommand, named: { commandId?: string } = {}) => {
    const recorded = await deps.runner.execute(privacyDecider, privacyId, make, {
      tenant: request.tenant ?? `unknown:${request.shop}`,
      actor: { kind: "system", part: "upkeep" },
      correlation,
      causation,
      ...named,
    });
    if (isRefusal(recorded)) throw new Error(`The end of request ${privacyId} was refused: ${recorded.message}`);
  };
  const { outcome, counts } = end;
  for (let from = maxExportsInEvent; from < end.exports.length; from += maxExportsInEvent) {
    const exports = end.exports.slice(from, from + maxExportsInEvent);
    await send((context) => ({ type: "NamePrivacyExports", exports, context }));
  }
  const exports = end.exports.slice(0, maxExportsInEvent);
  await send((context) => ({ type: "CarryOutPrivacyRequest", ...end, exports, context }), {
    commandId: `carry-out:${privacyId}`,
  });
  deps.log.info({ privacyId, kind: request.kind, outcome, ...counts }, "A request about personal data is carried out.");
};
