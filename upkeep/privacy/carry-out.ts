import { done, type JobHandler, putDown } from "#application/jobs/job.ts";
import { readSubject } from "#application/privacy/subject.ts";
import { failpoint } from "#application/process/failpoint.ts";
import { isRefusal } from "#domain/core/decider.ts";
import type { CommandContext } from "#domain/core/message.ts";
import { type PrivacyCommand, type PrivacyEnd, type PrivacyRequest, privacyDecider } from "#domain/privacy/decider.ts";
import { exportsInEvent } from "#domain/privacy/events.ts";
import { removeCopies } from "../aside-copies.ts";
import type { UpkeepDeps } from "../deps.ts";
import { carryOutForCustomer } from "./of-customer.ts";
import { carryOutForShop, isErased } from "./of-shop.ts";
import { type PrivacyJob, privacyJobOf } from "./privacy-job.ts";
import { tidy } from "./tidy.ts";

/** Delay while an export that may contain the person is in progress, ms. */
const lookAgainAfter = 30_000;

const nothingKept: PrivacyEnd = {
  outcome: "nothing-kept",
  counts: { exports: 0, files: 0, values: 0 },
  exports: [],
};

/**
 * The job `carry-out-privacy-request`: does what the platform asked for and records the end. Failed work is repeated
 * until it succeeds.
 */
export const createCarryOutJob =
  (deps: UpkeepDeps): JobHandler =>
  async (claimed, signal) => {
    const job = privacyJobOf(claimed);
    const { privacyId } = job;
    const { state } = await deps.runner.load(privacyDecider, privacyId);
    if (state.status === "unknown") throw new Error(`There is no request ${privacyId} to carry out.`);
    const { request } = state;
    if (state.status === "received") {
      const end = await work(deps, job, request, signal).catch((error: unknown) => {
        if (!signal.aborted) throw error;
        return "stopped" as const;
      });
      if (end === "stopped") return putDown(0);
      if (end === undefined) {
        deps.log.info({ privacyId, kind: request.kind }, "A request waits for an export that is under way.");
        return putDown(lookAgainAfter);
      }
      if (erases(request, end)) await removeCopies(deps);
      failpoint("upkeep:privacy:before-end");
      await recordEnd(deps, job, request, end);
      failpoint("upkeep:privacy:after-end");
    }
    await tidy(deps, privacyId, request, signal);
    return done;
  };

const erases = ({ kind }: PrivacyRequest, { outcome }: PrivacyEnd): boolean =>
  kind !== "customer-data" && (outcome === "carried-out" || outcome === "subject-lost");

const work = async (
  deps: UpkeepDeps,
  job: PrivacyJob,
  request: PrivacyRequest,
  signal: AbortSignal,
): Promise<PrivacyEnd | undefined> => {
  const { tenant, kind, subjectRef } = request;
  if (tenant === null) return nothingKept;
  if (kind === "shop-erasure") return carryOutForShop(deps, { ...job, tenant, request }, signal);
  const subject = subjectRef === null ? undefined : await readSubject(deps.vault, subjectRef);
  // The subject was erased with the rest of the shop's data. Otherwise it was lost with the vault, or never fully
  // readable.
  if (!subject && (await isErased(deps, tenant))) return nothingKept;
  return carryOutForCustomer(deps, { ...job, tenant, request, subject }, signal);
};

/**
 * The end event names the newest exports. Earlier events name the others: somebody in very many files must be told of
 * all (ADR 97).
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
  for (let from = exportsInEvent; from < end.exports.length; from += exportsInEvent) {
    const exports = end.exports.slice(from, from + exportsInEvent);
    await send((context) => ({ type: "NamePrivacyExports", exports, context }));
  }
  const exports = end.exports.slice(0, exportsInEvent);
  await send((context) => ({ type: "CarryOutPrivacyRequest", ...end, exports, context }), {
    commandId: `carry-out:${privacyId}`,
  });
  deps.log.info({ privacyId, kind: request.kind, outcome, ...counts }, "A request about personal data is carried out.");
};
