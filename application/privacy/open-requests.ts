import type { PrivacyRequest } from "#domain/privacy/decider.ts";
import type { StateStore } from "#infra/ports/stores/state-store.ts";

export const openRequestPrefix = "privacy-open:";
const keyOf = (privacyId: string): string => `${openRequestPrefix}${privacyId}`;
const index = "privacy";
const open = "open";
/** Limit of the list: far more than ever wait. */
const atMost = 1_000_000;

/** Holds all facts of the event, for a repair to restore it. */
export const openRequest = async (
  stateStore: StateStore,
  privacyId: string,
  request: PrivacyRequest,
): Promise<void> => {
  await stateStore.put(keyOf(privacyId), { ...request }, { index: { [index]: open } });
};

export const closeRequest = (stateStore: StateStore, privacyId: string): Promise<boolean> =>
  stateStore.delete(keyOf(privacyId));

export const openRequests = (stateStore: Pick<StateStore, "find">) =>
  stateStore.find<PrivacyRequest>(index, open, atMost);

export const openRequestIds = async (stateStore: Pick<StateStore, "find">): Promise<string[]> =>
  (await openRequests(stateStore)).map(({ key }) => key.slice(openRequestPrefix.length));
