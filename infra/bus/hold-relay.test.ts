import { expect, it } from "vitest";
import { createMemoryStateStore } from "../memory/state-store.ts";
import { holdRelay, ordinaryRelayLease, RelayLost } from "./hold-relay.ts";

it("A relay whose place was written long before that was answered does not take it for its own: another may have it by now", async () => {
  let passed = 0;
  const kept = createMemoryStateStore();
  const late: typeof kept.put = async (...entry) => {
    const version = await kept.put(...entry);
    passed += ordinaryRelayLease.length;
    return version;
  };
  const place = { name: "bus", holder: "one", lease: ordinaryRelayLease, now: () => passed };
  const signal = new AbortController().signal;
  const held = await holdRelay({ ...place, stateStore: { ...kept, put: late } }, signal);
  expect(() => held?.assertHeld()).toThrow(RelayLost);
  const prompt = await holdRelay({ ...place, stateStore: kept }, signal);
  expect(() => prompt?.assertHeld()).not.toThrow();
});
