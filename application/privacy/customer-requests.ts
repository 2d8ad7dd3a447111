import type { PrivacyRequest } from "#domain/privacy/decider.ts";
import { customerAnswerDays, customerRequestKeptDays, dayMs, peopleKeptDays } from "#domain/retention/retention.ts";
import type { StateStore } from "#infra/ports/stores/state-store.ts";
import type { Vault } from "#infra/ports/stores/vault.ts";

export const customerRequestPrefix = "customer-request:";
const keyOf = (privacyId: string): string => `${customerRequestPrefix}${privacyId}`;
const index = "customer-request";

type RequestEntry = { privacyId: string };
type Dated = Pick<PrivacyRequest, "kind" | "receivedAt">;

const daysAfter = (receivedAt: string, days: number): Date => new Date(Date.parse(receivedAt) + days * dayMs);

/** Deadline for a customer's question: the law gives a month (GDPR, Article 12(3)). Null for an erasure. */
export const answerDeadline = ({ kind, receivedAt }: Dated): Date | null =>
  kind === "customer-data" ? daysAfter(receivedAt, customerAnswerDays) : null;

/**
 * Questions: two months past the deadline, the extension allowed by law. Erasures: as long as people files are kept.
 */
export const computeVisibleUntil = ({ kind, receivedAt }: Dated): Date =>
  daysAfter(receivedAt, kind === "customer-data" ? customerRequestKeptDays : peopleKeptDays);

/** Lists a request with its shop. Its facts are in its stream. */
export const recordCustomerRequest = async (
  stateStore: StateStore,
  tenant: string,
  privacyId: string,
): Promise<void> => {
  await stateStore.put(keyOf(privacyId), { privacyId }, { index: { [index]: tenant } });
};

/** Limit of the list: far more than a shop gets in a year. */
const atMost = 1_000_000;

export const listCustomerRequests = async (stateStore: Pick<StateStore, "find">, tenant: string): Promise<string[]> =>
  (await stateStore.find<RequestEntry>(index, tenant, atMost)).map(({ value }) => value.privacyId);

/** True if a request is on the shop's list; its stream isn't read. */
export const isListedForShop = async (
  stateStore: Pick<StateStore, "find">,
  tenant: string,
  privacyId: string,
): Promise<boolean> => (await listCustomerRequests(stateStore, tenant)).includes(privacyId);

/** Removes a request, and erases its person. */
export const forgetCustomerRequest = async (
  { stateStore, vault }: { stateStore: Pick<StateStore, "delete">; vault: Pick<Vault, "erase"> },
  privacyId: string,
  { subjectRef }: Pick<PrivacyRequest, "subjectRef">,
): Promise<void> => {
  if (subjectRef !== null) await vault.erase(subjectRef);
  await stateStore.delete(keyOf(privacyId));
};
