import { Registry } from "prom-client";
import { expect, it } from "vitest";
import { createFakeClock } from "#infra/memory/clock.ts";
import { createMemoryStateStore } from "#infra/memory/state-store.ts";
import { measureOpenRequests } from "./measure-open-requests.ts";
import { closeRequest, openRequest } from "./open-requests.ts";

const request = {
  kind: "shop-erasure",
  tenant: "t",
  shop: "aurora-demo",
  webhookId: "w",
  customer: null,
  orders: 0,
  subjectRef: null,
} as const;

it("the metrics show the number of open privacy requests and the age of the oldest", async () => {
  const clock = createFakeClock("2026-11-20T12:00:00.000Z");
  const state = createMemoryStateStore(clock);
  const registry = new Registry();
  measureOpenRequests(registry, state, clock);
  const measured = async () =>
    Object.fromEntries((await registry.getMetricsAsJSON()).map(({ name, values }) => [name, values[0]?.value]));
  expect(await measured()).toEqual({ privacy_requests_open: 0, privacy_request_oldest_seconds: 0 });
  await openRequest(state, "p1", { ...request, receivedAt: "2026-11-20T11:00:00.000Z" });
  await openRequest(state, "p2", { ...request, receivedAt: "2026-11-20T11:59:00.000Z" });
  expect(await measured()).toEqual({ privacy_requests_open: 2, privacy_request_oldest_seconds: 3_600 });
  await closeRequest(state, "p1");
  expect(await measured()).toEqual({ privacy_requests_open: 1, privacy_request_oldest_seconds: 60 });
});
