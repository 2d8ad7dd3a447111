import type { PrivacyRequest } from "#domain/privacy/decider.ts";
import type { StateStore } from "#infra/ports/stores/state-store.ts";

/** Keys of open requests begin with it; the id of the request follows. */
export const openRequestPrefix = "privacy-open:";
const keyOf = (privacyId: string): string => `${openRequestPrefix}${privacyId}`;
const index = "privacy";
const open = "open";
/** Far more than ever wait. */
const atMost = 1_000_000;

/** Notes that a request waits to be carried out, with all that its event says: should that be lost, a repair records it again. */
export const openRequest = async (
  stateStore: StateStore,
  privacyId: string,
  request: PrivacyRequest,
): Promise<void> => {
  await stateStore.put(keyOf(privacyId), { ...request }, { index: { [index]: open } });
};

export const closeRequest = (stateStore: StateStore, privacyId: string): Promise<boolean> =>
  stateStore.delete(keyOf(privacyId));

/** The requests that wait. */
export const openRequests = (stateStore: Pick<StateStore, "find">) =>
  stateStore.find<PrivacyRequest>(index, open, atMost);

/** Ids of the requests that wait. */
export const openRequestIds = async (stateStore: Pick<StateStore, "find">): Promise<string[]> =>
  (await openRequests(stateStore)).map(({ key }) => key.slice(openRequestPrefix.length));
