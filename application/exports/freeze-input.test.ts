import { describe, expect, it } from "vitest";
import { createUpcasters } from "#domain/core/upcasters.ts";
import { type FrozenInput, frozenInputSchema } from "#domain/export/frozen-input.ts";
import { defaultPreferences } from "#domain/shop/preferences.ts";
import { createMemoryStateStore } from "#infra/memory/state-store.ts";
import {
  confirmInput,
  FrozenInputLost,
  findFrozenInput,
  forgetFrozenInput,
  freezeInput,
  listUnconfirmedInputs,
  readFrozenInput,
} from "./freeze-input.ts";

const input: FrozenInput = {
  schema: frozenInputSchema,
  catalogueVersion: 1,
  exportId: "e",
  tenant: "t",
  shop: {
    shop: "aurora-demo",
    version: 4,
    myshopifyDomain: "aurora-demo.myshopify.com",
    ianaTimezone: "Europe/Athens",
    currencyCode: "EUR",
    moneyFormat: "{{amount}} EUR",
    primaryLocale: "en",
    weightUnit: "KILOGRAMS",
    adminUrl: "https://admin.example",
  },
  design: { reportId: "r", title: "Untitled1", grouping: 0, splitter: 0, sortedBy: null, columns: [] },
  asked: { filterId: null, range: 0, from: null, to: null },
  emptyExpected: false,
  fileType: 2,
  fileName: "Untitled1 2026-11-20 120000.csv",
  preferences: defaultPreferences,
  filters: { range: 7, from: null, to: "2026-11-20T10:00:00.000Z" },
  filter: null,
  selectedOrderIds: [],
  requestedAt: "2026-11-20T10:00:00.000Z",
};

const placeOf = (inputHash: string) => ({ tenant: input.tenant, inputHash });

describe("the inputs of an export", () => {
  it("are read back exactly as frozen", async () => {
    const state = createMemoryStateStore();
    const hash = await freezeInput(state, input);
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    expect(await readFrozenInput(state, placeOf(hash))).toEqual(input);
  });

  it("have one hash whatever the order of their fields, and are stored once", async () => {
    const state = createMemoryStateStore();
    const hash = await freezeInput(state, input);
    const kept = await state.get(`input:t:${hash}`);
    const turned = Object.fromEntries(Object.entries(input).reverse()) as FrozenInput;
    expect(await freezeInput(state, turned)).toBe(hash);
    expect(await state.get(`input:t:${hash}`)).toEqual(kept);
    expect(await freezeInput(state, { ...input, exportId: "f" })).not.toBe(hash);
  });

  it("report that they are missing or damaged", async () => {
    const state = createMemoryStateStore();
    await expect(readFrozenInput(state, placeOf("0".repeat(64)))).rejects.toThrow(FrozenInputLost);
    const hash = await freezeInput(state, input);
    await state.put(`input:t:${hash}`, { ...input, fileName: "other.csv" } as never);
    await expect(readFrozenInput(state, placeOf(hash))).rejects.toThrow(/damaged/);
  });

  it("of an older schema are read in today's form and keep their hash", async () => {
    const state = createMemoryStateStore();
    const old = { ...input, schema: 1 };
    const hash = await freezeInput(state, old);
    const tomorrow = createUpcasters({ FrozenInput: 3 }, [
      { type: "FrozenInput", from: 1, upcast: (data) => ({ ...(data as object), flags: [] }) },
      { type: "FrozenInput", from: 2, upcast: (data) => ({ ...(data as object), flags: ["mail"] }) },
    ]);
    expect(await findFrozenInput(state, placeOf(hash), tomorrow)).toEqual({ ...old, schema: 3, flags: ["mail"] });
    expect(await readFrozenInput(state, placeOf(hash))).toEqual({ ...input, shop: { ...input.shop, moneyFormat: "" } });
  });

  it("report an unknown schema", async () => {
    const state = createMemoryStateStore();
    const hash = await freezeInput(state, { ...input, schema: 99 });
    await expect(readFrozenInput(state, placeOf(hash))).rejects.toThrow(FrozenInputLost);
  });

  it("are not found once they are deleted", async () => {
    const state = createMemoryStateStore();
    const hash = await freezeInput(state, input);
    expect(await forgetFrozenInput(state, placeOf(hash))).toBe(true);
    expect(await findFrozenInput(state, placeOf(hash))).toBeUndefined();
    expect(await forgetFrozenInput(state, placeOf(hash))).toBe(false);
  });

  it("are found and deleted where older versions of Sheaf stored them", async () => {
    const state = createMemoryStateStore();
    const inputHash = await freezeInput(createMemoryStateStore(), input);
    await state.put(`input:${inputHash}`, input as never, { index: { "input-unproved": "yes" } });
    expect(await readFrozenInput(state, placeOf(inputHash))).toEqual(input);
    const [older] = await listUnconfirmedInputs(state);
    expect(older).toMatchObject(placeOf(inputHash));
    if (older) await confirmInput(state, older);
    expect(await listUnconfirmedInputs(state)).toEqual([]);
    expect(await forgetFrozenInput(state, placeOf(inputHash))).toBe(true);
    expect(await state.get(`input:${inputHash}`)).toBeUndefined();
  });
});
