import { listCustomerRequests } from "#application/privacy/customer-requests.ts";
import { type PrivacySubject, readSubject } from "#application/privacy/subject.ts";
import { toCanonicalAddress } from "#domain/privacy/canonical-address.ts";
import { privacyDecider } from "#domain/privacy/decider.ts";
import type { UpkeepDeps } from "../deps.ts";
import { carryOutJobId } from "./privacy-job.ts";

const isSame = (one: PrivacySubject, other: PrivacySubject): boolean =>
  (one.customerId !== null && one.customerId === other.customerId) ||
  (one.email !== null && other.email !== null && toCanonicalAddress(one.email) === toCanonicalAddress(other.email));

/**
 * Erases the subject of a customer's own data requests. `asked`: a request is being carried out and needs it until
 * then. A request whose job was given up delays no erasure; if retried, it ends without a known subject.
 */
export const forgetQuestions = async (
  { stateStore, runner, vault, queue }: Pick<UpkeepDeps, "stateStore" | "runner" | "vault" | "queue">,
  tenant: string,
  subject: PrivacySubject,
): Promise<"asked" | "forgotten"> => {
  let outcome: "asked" | "forgotten" = "forgotten";
  for (const privacyId of await listCustomerRequests(stateStore, tenant)) {
    const { state } = await runner.load(privacyDecider, privacyId);
    if (state.status === "unknown" || state.request.kind !== "customer-data" || state.request.subjectRef === null)
      continue;
    const asked = await readSubject(vault, state.request.subjectRef);
    if (!asked || !isSame(asked, subject)) continue;
    const isWorkedAt = state.status === "received" && (await queue.getStatus(carryOutJobId(privacyId))) === "open";
    if (isWorkedAt) outcome = "asked";
    else await vault.erase(state.request.subjectRef);
  }
  return outcome;
};
