import { Gauge, type Registry } from "prom-client";
import type { PrivacyRequest } from "#domain/privacy/decider.ts";
import type { Clock } from "../../ports/clock.ts";
import type { StateStore } from "../../ports/state-store.ts";

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

const openRequests = (stateStore: Pick<StateStore, "find">) => stateStore.find<PrivacyRequest>(index, open, atMost);

/** Ids of the requests that wait. */
export const openRequestIds = async (stateStore: Pick<StateStore, "find">): Promise<string[]> =>
  (await openRequests(stateStore)).map(({ key }) => key.slice(openRequestPrefix.length));

/** How many requests about personal data wait, and for how long the oldest has: the law gives 30 days. */
export const measureOpenRequests = (registry: Registry, stateStore: StateStore, clock: Clock): void => {
  const waiting = () => openRequests(stateStore);
  new Gauge({
    name: "privacy_requests_open",
    help: "Requests about personal data that are not carried out yet",
    registers: [registry],
    async collect() {
      this.set((await waiting()).length);
    },
  });
  new Gauge({
    name: "privacy_request_oldest_seconds",
    help: "Age of the oldest request about personal data that is not carried out yet, 0 without one",
    registers: [registry],
    async collect() {
      const ages = (await waiting()).map(({ value }) => clock.now().getTime() - Date.parse(value.receivedAt));
      this.set(Math.max(0, ...ages) / 1_000);
    },
  });
};
