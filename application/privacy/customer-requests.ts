import type { PrivacyRequest } from "#domain/privacy/decider.ts";
import { customerAnswerDays, customerRequestKeptDays, dayMs, peopleKeptDays } from "#domain/retention/retention.ts";
import type { StateStore } from "#infra/ports/stores/state-store.ts";
import type { Vault } from "#infra/ports/stores/vault.ts";

/** Keys of customers' requests begin with it; the id of the request follows. */
export const customerRequestPrefix = "customer-request:";
const keyOf = (privacyId: string): string => `${customerRequestPrefix}${privacyId}`;
const index = "customer-request";

type Noted = { privacyId: string };
type Dated = Pick<PrivacyRequest, "kind" | "receivedAt">;

const daysAfter = (receivedAt: string, days: number): Date => new Date(Date.parse(receivedAt) + days * dayMs);

/** Until when a customer's question must be answered: the law gives a month (GDPR, Article 12(3)). Null of an erasure. */
export const answerBy = ({ kind, receivedAt }: Dated): Date | null =>
  kind === "customer-data" ? daysAfter(receivedAt, customerAnswerDays) : null;

/**
 * Until when a merchant is shown a request: of a question two months longer, as the law lets an answer take so long where it says why; of an
 * erasure for as long as it is known of anybody who was in a file.
 */
export const shownUntil = ({ kind, receivedAt }: Dated): Date =>
  daysAfter(receivedAt, kind === "customer-data" ? customerRequestKeptDays : peopleKeptDays);

/** Lists a customer's request with its shop. All that is known of it is in its stream. */
export const noteCustomerRequest = async (stateStore: StateStore, tenant: string, privacyId: string): Promise<void> => {
  await stateStore.put(keyOf(privacyId), { privacyId }, { index: { [index]: tenant } });
};

/** Far more than a shop gets within a year. */
const atMost = 1_000_000;

/** The ids of a shop's. */
export const customerRequestsOf = async (stateStore: Pick<StateStore, "find">, tenant: string): Promise<string[]> =>
  (await stateStore.find<Noted>(index, tenant, atMost)).map(({ value }) => value.privacyId);

/** Whether the request is one of the shop's that are shown. */
export const isCustomerRequestOf = async (
  stateStore: Pick<StateStore, "find">,
  tenant: string,
  privacyId: string,
): Promise<boolean> => (await customerRequestsOf(stateStore, tenant)).includes(privacyId);

/** With whom it is about. */
export const forgetCustomerRequest = async (
  { stateStore, vault }: { stateStore: Pick<StateStore, "delete">; vault: Pick<Vault, "erase"> },
  privacyId: string,
  { subjectRef }: Pick<PrivacyRequest, "subjectRef">,
): Promise<void> => {
  if (subjectRef !== null) await vault.erase(subjectRef);
  await stateStore.delete(keyOf(privacyId));
};
