import { describe, expect, it } from "vitest";
import type { FrozenInput } from "#domain/export/frozen-input.ts";
import { defaultPreferences } from "#domain/shop/preferences.ts";
import { createMemoryStateStore } from "../memory/state-store.ts";
import { FrozenInputLost, freezeInput, readFrozenInput } from "./freeze-input.ts";

const input: FrozenInput = {
  schema: 1,
  catalogueVersion: 1,
  exportId: "e",
  tenant: "t",
  shop: {
    shop: "aurora-demo",
    myshopifyDomain: "aurora-demo.myshopify.com",
    ianaTimezone: "Europe/Athens",
    currencyCode: "EUR",
    primaryLocale: "en",
    weightUnit: "KILOGRAMS",
    adminUrl: "https://admin.example",
  },
  design: { reportId: "r", title: "Untitled1", grouping: 0, columns: [] },
  fileType: 2,
  fileName: "Untitled1 2026-11-20 1200.csv",
  preferences: defaultPreferences,
  filters: { range: 7, from: null, to: "2026-11-20T10:00:00.000Z" },
  selectedOrderIds: [],
  requestedAt: "2026-11-20T10:00:00.000Z",
};

describe("the inputs of an export", () => {
  it("are read back as they were frozen", async () => {
    const state = createMemoryStateStore();
    const hash = await freezeInput(state, input);
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    expect(await readFrozenInput(state, hash)).toEqual(input);
  });

  it("have one hash, whatever the order of their fields, and are kept once", async () => {
    const state = createMemoryStateStore();
    const hash = await freezeInput(state, input);
    const turned = Object.fromEntries(Object.entries(input).reverse()) as FrozenInput;
    expect(await freezeInput(state, turned)).toBe(hash);
    expect((await state.get(`input:${hash}`))?.version).toBe(1);
    expect(await freezeInput(state, { ...input, exportId: "f" })).not.toBe(hash);
  });

  it("say so when they are gone or damaged", async () => {
    const state = createMemoryStateStore();
    await expect(readFrozenInput(state, "0".repeat(64))).rejects.toThrow(FrozenInputLost);
    const hash = await freezeInput(state, input);
    await state.put(`input:${hash}`, { ...input, fileName: "other.csv" } as never);
    await expect(readFrozenInput(state, hash)).rejects.toThrow(/damaged/);
  });
});
