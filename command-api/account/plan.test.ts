import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ShopPlan } from "#domain/wire/account/plan.ts";
import { startWebForTests, type WebForTests } from "#tests/support/web-for-tests.ts";

let web: WebForTests;
beforeEach(async () => {
  web = await startWebForTests();
});
afterEach(() => web.close());

const planWith = async (token: string) =>
  (await web.ask("GET", "account/plan", { token })).envelope.Data as unknown as ShopPlan;

describe("the shop's plan", () => {
  it("is readable before the charge, and names price and trial", async () => {
    const { tenant, token } = await web.givenShop("aurora-demo", "authorized");
    expect(await planWith(token)).toMatchObject({ Tier: null, TrialEnd: null, Limits: { Reports: 0 } });
    await web.onShop(tenant, { type: "SelectTier" });
    expect(await planWith(token)).toEqual({
      Tier: "Starter",
      Charge: { Status: "none", Price: "9.00", Currency: "USD", TrialDays: 14 },
      TrialEnd: null,
      IsWaived: false,
      IsFrozen: false,
      StillPays: null,
      Limits: { Reports: 5, Filters: 5, Automations: 2 },
      Used: { Reports: 0, Filters: 0, Automations: 0 },
    });
  });

  it("has the end of the trial once the charge is active, and keeps it when a frozen charge comes back", async () => {
    const { tenant, token } = await web.givenShop("aurora-demo", "authorized");
    await web.onShop(tenant, { type: "SelectTier" });
    await web.ask("POST", "account/select-tier", { token });
    const subscriptionId = "gid://shopify/AppSubscription/1";
    await web.onShop(tenant, { type: "ActivateCharge", subscriptionId });
    const first = await planWith(token);
    expect(first).toMatchObject({ Charge: { Status: "active" }, TrialEnd: "2026-12-04T12:00:00.000Z" });
    await web.onShop(tenant, { type: "EndCharge", subscriptionId, status: "FROZEN" });
    expect(await planWith(token)).toMatchObject({ TrialEnd: null, IsFrozen: true });
    web.clock.advance(60 * 60 * 1_000);
    await web.onShop(tenant, { type: "ActivateCharge", subscriptionId });
    expect((await planWith(token)).TrialEnd).toBe(first.TrialEnd);
  });

  it("says that the bill is frozen only of a frozen charge", async () => {
    const { tenant, token } = await web.givenShop("aurora-demo", "authorized");
    await web.onShop(tenant, { type: "SelectTier" });
    await web.ask("POST", "account/select-tier", { token });
    const subscriptionId = "gid://shopify/AppSubscription/1";
    await web.onShop(tenant, { type: "ActivateCharge", subscriptionId });
    await web.onShop(tenant, { type: "EndCharge", subscriptionId, status: "CANCELLED" });
    expect(await planWith(token)).toMatchObject({ Charge: { Status: "none" }, TrialEnd: null, IsFrozen: false });
  });

  it("names the earlier charge that the shop still pays after support changed its tier", async () => {
    const { tenant, token } = await web.givenShop("aurora-demo", "authorized");
    await web.onShop(tenant, { type: "SelectTier" });
    await web.ask("POST", "account/select-tier", { token });
    await web.onShop(tenant, { type: "ActivateCharge", subscriptionId: "gid://shopify/AppSubscription/1" });
    await web.onShop(tenant, { type: "ChangeTier", tier: "Growth" });
    expect(await planWith(token)).toMatchObject({
      Charge: { Status: "none", Price: "19.00" },
      StillPays: "9.00",
      TrialEnd: "2026-12-04T12:00:00.000Z",
      IsFrozen: false,
    });
  });

  it("counts what the lists show: no system filter, and nothing deleted", async () => {
    const { token } = await web.givenShop("aurora-demo");
    const before = (await planWith(token)).Used;
    const created = await web.ask("POST", "reports/create-new", { token });
    await web.ask("POST", "filters/create-new", { token });
    const after = (await planWith(token)).Used;
    expect(after).toEqual({ ...before, Reports: before.Reports + 1, Filters: before.Filters + 1 });
    const { id } = created.envelope.Data as { id: string };
    await web.ask("POST", "reports/delete", { token, body: id });
    expect((await planWith(token)).Used.Reports).toBe(before.Reports);
  });
});
