import { Gauge, type Registry } from "prom-client";
import type { Clock } from "#infra/ports/clock.ts";
import type { StateStore } from "#infra/ports/stores/state-store.ts";
import { openRequests } from "./open-requests.ts";

/** Gauges for open privacy requests: their number and the age of the oldest. The law allows 30 days. */
export const measureOpenRequests = (
  registry: Registry,
  stateStore: Pick<StateStore, "find">,
  clock: Pick<Clock, "now">,
): void => {
  const listOpenRequests = () => openRequests(stateStore);
  new Gauge({
    name: "privacy_requests_open",
    help: "Requests about personal data that are not carried out yet",
    registers: [registry],
    async collect() {
      this.set((await listOpenRequests()).length);
    },
  });
  new Gauge({
    name: "privacy_request_oldest_seconds",
    help: "Age of the oldest request about personal data that is not carried out yet, 0 without one",
    registers: [registry],
    async collect() {
      const ages = (await listOpenRequests()).map(({ value }) => clock.now().getTime() - Date.parse(value.receivedAt));
      this.set(Math.max(0, ...ages) / 1_000);
    },
  });
};
