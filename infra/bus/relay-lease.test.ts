import { expect, it } from "vitest";
import { createMemoryStateStore } from "../memory/state-store.ts";
import { acquireRelayLease, defaultRelayLease, RelayLeaseLost } from "./relay-lease.ts";

it("A relay doesn't hold a lease that ran out before its write was confirmed", async () => {
  let passed = 0;
  const kept = createMemoryStateStore();
  const late: typeof kept.put = async (...entry) => {
    const version = await kept.put(...entry);
    passed += defaultRelayLease.durationMs;
    return version;
  };
  const place = { name: "bus", holder: "one", lease: defaultRelayLease, now: () => passed };
  const signal = new AbortController().signal;
  const held = await acquireRelayLease({ ...place, stateStore: { ...kept, put: late } }, signal);
  expect(() => held?.assertHeld()).toThrow(RelayLeaseLost);
  const prompt = await acquireRelayLease({ ...place, stateStore: kept }, signal);
  expect(() => prompt?.assertHeld()).not.toThrow();
});
