import { Registry } from "prom-client";
import { expect, it } from "vitest";
import { createFakeClock } from "#infra/memory/clock.ts";
import { createMemoryStateStore } from "#infra/memory/state-store.ts";
import { isListedForShop, listCustomerRequests, recordCustomerRequest } from "./customer-requests.ts";
import { measureOpenRequests } from "./measure-open-requests.ts";
import { openRequest, openRequestIds } from "./open-requests.ts";

const many = 1_500;

it("all of a shop's requests are listed, even if they exceed one page of the store", async () => {
  const clock = createFakeClock("2026-11-20T12:00:00.000Z");
  const stateStore = createMemoryStateStore(clock);
  for (let n = 0; n < many; n += 1) await recordCustomerRequest(stateStore, "t", `p${n}`);
  expect(await listCustomerRequests(stateStore, "t")).toHaveLength(many);
  const last =
    (await stateStore.find("customer-request", "t", many)).at(-1)?.key.replace("customer-request:", "") ?? "";
  expect(await isListedForShop(stateStore, "t", last)).toBe(true);
});

it("all open requests are listed and counted, however many there are", async () => {
  const clock = createFakeClock("2026-11-20T12:00:00.000Z");
  const stateStore = createMemoryStateStore(clock);
  const request = {
    kind: "customer-erasure",
    tenant: "t",
    shop: "s",
    webhookId: "w",
    customer: null,
    orders: 0,
    subjectRef: null,
  } as const;
  const receivedAt = clock.now().toISOString();
  for (let n = 0; n < many; n += 1) await openRequest(stateStore, `p${n}`, { ...request, receivedAt });
  expect(await openRequestIds(stateStore)).toHaveLength(many);
  const registry = new Registry();
  measureOpenRequests(registry, stateStore, clock);
  expect(await registry.metrics()).toContain(`privacy_requests_open ${many}`);
});
