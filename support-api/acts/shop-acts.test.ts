import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ConsoleShopDetails } from "#domain/wire/support/console.ts";
import type { SignedInBrowser } from "#tests/support/console-for-tests.ts";
import { type ConsoleWithShop, startConsoleWithShop } from "#tests/support/console-with-shop.ts";

/** ADR 102: changes that admins make to a shop, which has paid for Unlimited. */

let support: ConsoleWithShop;
let admin: SignedInBrowser;
beforeEach(async () => {
  support = await startConsoleWithShop();
  admin = await support.signIn("admin");
});
afterEach(() => support.close());

const act = (verb: string, body: object = {}, browser = admin) =>
  support.act(browser, `shops/${support.tenant}/${verb}`, body);
const ofUnlimited = { reports: 200, filters: 200, automations: 100 };
const last = async () => (await support.streamed(`shop-${support.tenant}`)).at(-1);

describe("a shop", () => {
  it("gets another tier once, with an event that names the admin, not the merchant", async () => {
    const same = { act: randomUUID(), seen: "Unlimited", tier: "Growth", waive: false };
    const both = await Promise.all([act("change-tier", same), act("change-tier", same)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(await last()).toMatchObject({
      type: "TierSelected",
      data: { tier: "Growth", by: "support" },
      metadata: { actor: { kind: "agent" }, tenant: support.tenant },
    });
    expect(await support.acted()).toMatchObject([
      { tenant: support.tenant, data: { act: "change-tier", about: null, from: "Unlimited", to: "Growth" } },
    ]);
    const stale = await act("change-tier", { ...same, act: randomUUID() });
    expect(stale).toMatchObject({ status: 409, message: expect.stringContaining("The tier is Growth now") });
  });

  it("has a charge waived and the waiver ended", async () => {
    await support.onShop({ type: "EndCharge", subscriptionId: "subscription", status: "CANCELLED" });
    expect((await act("waive-charge", { seen: "Unlimited" })).status).toBe(200);
    expect((await support.shop()).chargeWaived).toBe("Unlimited");
    expect(await act("waive-charge", { seen: "Unlimited" })).toMatchObject({ status: 409 });
    expect((await act("end-waiver")).status).toBe(200);
    expect((await support.shop()).chargeWaived).toBeNull();
  });

  it("isn't changed by an act without effect, which is refused with the current value and the next step", async () => {
    const refused = async (verb: string, body: object) => {
      const { status, message } = await act(verb, body);
      return [status, message];
    };
    const toUnlimited = { seen: "Unlimited", tier: null, waive: false };
    expect(await refused("change-tier", toUnlimited)).toEqual([
      409,
      "The tier is Unlimited already, as the store's plan says. Choose another tier.",
    ]);
    await act("change-tier", { ...toUnlimited, tier: "Unlimited" });
    expect(await refused("change-tier", { ...toUnlimited, tier: "Unlimited" })).toEqual([
      409,
      "The tier is Unlimited already, set by support. Choose another tier.",
    ]);
    expect(await refused("end-waiver", {})).toEqual([
      409,
      "No charge of this shop is waived. There is nothing left to do.",
    ]);
    expect(await refused("change-quotas", { seen: ofUnlimited, quotas: null })).toEqual([
      409,
      "The quotas are those of the tier already. There is nothing left to do.",
    ]);
    await act("change-quotas", { seen: ofUnlimited, quotas: ofUnlimited });
    expect(await refused("change-quotas", { seen: ofUnlimited, quotas: ofUnlimited })).toEqual([
      409,
      "The quotas are 200 report designs, 200 filters, 100 automated reports already. Change at least one of them.",
    ]);
    expect(await refused("change-flag", { flag: "bundles", seen: null, value: null })).toEqual([
      409,
      "The flag bundles is as the settings say already. Choose something else for it.",
    ]);
    await support.onShop({ type: "EndCharge", subscriptionId: "subscription", status: "CANCELLED" });
    await act("waive-charge", { seen: "Unlimited" });
    expect(await refused("waive-charge", { seen: "Unlimited" })).toEqual([
      409,
      "The charge for Unlimited is waived already. There is nothing left to do.",
    ]);
  });

  it("gets quotas, but none below its usage", async () => {
    const quotas = { reports: 300, filters: 5, automations: 1 };
    expect((await act("change-quotas", { seen: ofUnlimited, quotas })).status).toBe(200);
    expect((await support.shop()).quotas).toEqual(quotas);
    const below = await act("change-quotas", { seen: quotas, quotas: { ...quotas, reports: 0 } });
    expect(below).toMatchObject({ status: 409, message: expect.stringContaining("The shop has 1 report design now") });
    expect((await act("change-quotas", { seen: quotas, quotas: null })).status).toBe(200);
    expect((await support.shop()).quotas).toBeNull();
    expect((await support.acted()).at(-1)?.data.to).toContain("those of the tier");
  });

  it("gets a flag that overrides the settings, and can be reset to the settings", async () => {
    const flag = "bundles";
    expect((await act("change-flag", { flag, seen: null, value: true })).status).toBe(200);
    expect((await support.shop()).flags).toEqual({ bundles: true });
    expect(await act("change-flag", { flag, seen: null, value: false })).toMatchObject({
      status: 409,
      message: expect.stringContaining("The flag bundles is on now"),
    });
    expect((await act("change-flag", { flag, seen: true, value: null })).status).toBe(200);
    expect((await support.shop()).flags).toEqual({});
    expect((await support.acted()).map(({ data }) => [data.about, data.from, data.to])).toEqual([
      [flag, "as the settings say", "on"],
      [flag, "on", "as the settings say"],
    ]);
  });

  it.each<[string, object]>([
    ["change-tier", { seen: "Unlimited", tier: "Gold", waive: false }],
    ["change-tier", { seen: "Unlimited", tier: "Growth" }],
    ["change-tier", { seen: "Unlimited", tier: "Growth", waive: false, reason: "no" }],
    ["change-quotas", { seen: ofUnlimited, quotas: { ...ofUnlimited, reports: 501 } }],
    ["change-quotas", { seen: ofUnlimited, quotas: { ...ofUnlimited, reports: -1 } }],
    ["change-quotas", { seen: ofUnlimited, quotas: { reports: 1 } }],
    ["change-flag", { flag: "everything", seen: null, value: true }],
    ["change-flag", { flag: "bundles", seen: null, value: "true" }],
    ["end-waiver", { reason: "" }],
  ])("isn't changed by an invalid request: %s %j", async (verb, body) => {
    const before = await last();
    expect((await act(verb, body)).status).toBe(400);
    expect([await last(), await support.acted()]).toEqual([before, []]);
  });

  it.each(["viewer", "agent"] as const)("can't be changed by a role of %s", async (role) => {
    const browser = await support.signIn(role);
    const before = await last();
    const raise = { seen: "Unlimited", tier: "Growth", waive: true };
    expect((await act("change-tier", raise, browser)).status).toBe(403);
    expect((await act("change-flag", { flag: "bundles", seen: null, value: true }, browser)).status).toBe(403);
    expect([await last(), await support.acted()]).toEqual([before, []]);
  });

  it("can't be changed if it doesn't exist or has uninstalled", async () => {
    const body = { seen: "Unlimited", tier: "Growth", waive: false };
    expect((await support.act(admin, "shops/unknown/change-tier", body)).status).toBe(404);
    await support.onShop({ type: "UninstallShop", webhookId: "w" });
    expect(await act("change-tier", body)).toMatchObject({
      status: 409,
      message: expect.stringContaining("isn't connected"),
    });
    expect(await support.acted()).toEqual([]);
  });

  it("shows its current state, usage and charge from its own stream", async () => {
    await support.readStore.apply([
      {
        collection: "shops",
        kind: "put",
        id: support.tenant,
        position: "1",
        document: {
          tenant: support.tenant,
          shop: "aurora-demo",
          name: "Aurora",
          ianaTimezone: "Europe/Athens",
          tier: "Starter",
        },
      },
    ]);
    await act("change-tier", { seen: "Unlimited", tier: "Growth", waive: false });
    expect(await support.one<ConsoleShopDetails>(admin, `shops/${support.tenant}`)).toMatchObject({
      tier: "Growth",
      charge: "active",
      quotas: { reports: 25, filters: 25, automations: 10 },
      changeable: {
        tierBy: "support",
        planTier: "Unlimited",
        paysFor: { tier: "Unlimited", price: "1" },
        uses: { reports: 1, filters: 1, automations: 1 },
        flags: [{ flag: "bundles", on: false, said: null }, { flag: "meal-prep" }, { flag: "custom-columns" }],
      },
    });
  });
});
