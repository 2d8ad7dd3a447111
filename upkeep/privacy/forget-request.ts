import { completed, type JobHandler, reschedule } from "#application/jobs/job.ts";
import {
  computeVisibleUntil,
  forgetCustomerRequest,
  recordCustomerRequest,
} from "#application/privacy/customer-requests.ts";
import { type PrivacyRequest, privacyDecider } from "#domain/privacy/decider.ts";
import { dayMs } from "#domain/retention/retention.ts";
import type { UpkeepDeps } from "../deps.ts";
import { forgetRequestJob } from "./privacy-job.ts";

/**
 * Shows a customer's request for a limited time. A late replay, e.g. after restoring a backup, erases the subject
 * again.
 */
export const showRequestToMerchant = async (
  { stateStore, vault, queue, clock }: Pick<UpkeepDeps, "stateStore" | "vault" | "queue" | "clock">,
  privacyId: string,
  request: PrivacyRequest,
): Promise<void> => {
  const { tenant, kind, subjectRef } = request;
  if (tenant === null || kind === "shop-erasure") return;
  const until = computeVisibleUntil(request);
  if (until.getTime() <= clock.wall().getTime()) {
    if (kind === "customer-data") await forgetCustomerRequest({ stateStore, vault }, privacyId, { subjectRef });
    return;
  }
  await recordCustomerRequest(stateStore, tenant, privacyId);
  await queue.enqueue(forgetRequestJob(tenant, until, privacyId));
};

/** The job `forget-customer-request`: unlists a request and erases its subject. */
export const createForgetRequestJob =
  ({ runner, stateStore, vault, log }: UpkeepDeps): JobHandler =>
  async ({ id, payload: { privacyId } }) => {
    if (typeof privacyId !== "string") throw new Error(`Invalid payload for job ${id}: privacyId must be a string.`);
    const { state } = await runner.load(privacyDecider, privacyId);
    if (state.status === "received") return reschedule(dayMs);
    if (state.status === "unknown") return completed;
    await forgetCustomerRequest({ stateStore, vault }, privacyId, state.request);
    log.info({ privacyId }, "Customer request unlisted.");
    return completed;
  };
