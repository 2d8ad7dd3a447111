import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { collections } from "#domain/read-models/documents.ts";
import type { ConsoleShop, ConsoleShopDetails } from "#domain/wire/support/console.ts";
import type { JsonObject } from "#infra/ports/json.ts";
import { type ConsoleWithShop, startConsoleWithShop } from "#tests/support/console-with-shop.ts";

/** The shop's next gate, in the order of R-11: tier, charge, terms. */

let support: ConsoleWithShop;
beforeEach(async () => {
  support = await startConsoleWithShop();
});
afterEach(() => support.close());

const listed = { shop: "aurora-demo", name: "Aurora", tier: "Unlimited", termsAcceptedAt: null, installed: true };
const givenListed = (document: JsonObject) =>
  support.readStore.apply([
    {
      collection: collections.shops.name,
      kind: "put",
      id: support.tenant,
      document: { ...listed, tenant: support.tenant, ...document },
      position: "2",
    },
  ]);
const inList = async () => {
  const [row] = await support.one<ConsoleShop[]>(await support.signIn("viewer"), "shops");
  return row?.gate;
};
const page = async () => support.one<ConsoleShopDetails>(await support.signIn("viewer"), `shops/${support.tenant}`);
const onPage = async () => (await page()).gate;
const changed = async (change: { seen: string; tier: string; waive: boolean }) => {
  const admin = await support.signIn("admin");
  expect((await support.act(admin, `shops/${support.tenant}/change-tier`, change)).status).toBe(200);
};

describe("a shop's next login step", () => {
  it.each([
    [{ tier: null, charge: "none" }, "tier"],
    [{ charge: "none", termsAcceptedAt: "2026-11-20T10:00:00.000Z" }, "charge"],
    [{ charge: "pending" }, "charge"],
    [{ charge: "none", chargeWaived: true }, "terms"],
    [{ charge: "active" }, "terms"],
    [{ charge: "active", termsAcceptedAt: "2026-11-20T10:00:00.000Z" }, "none"],
  ])("is shown in the list as far as the list knows it: %j is %s", async (document, gate) => {
    await givenListed(document);
    expect(await inList()).toBe(gate);
  });

  it("is the charge on the page of a shop that declined it", async () => {
    await givenListed({ charge: "active" });
    expect(await onPage()).toBe("terms");
    await support.onShop({ type: "EndCharge", subscriptionId: "subscription", status: "DECLINED" });
    expect(await onPage()).toBe("charge");
  });

  it("is no charge only because support changed the tier", async () => {
    await givenListed({ charge: "active" });
    await changed({ seen: "Unlimited", tier: "Growth", waive: false });
    expect(await onPage()).toBe("terms");
  });
});

describe("the requirement at a shop's next login", () => {
  it("is the current step, if there is one", async () => {
    await givenListed({ charge: "active" });
    expect(await page()).toMatchObject({ gate: "terms", atLogIn: "terms" });
    await support.onShop({ type: "EndCharge", subscriptionId: "subscription", status: "CANCELLED" });
    expect(await page()).toMatchObject({ gate: "charge", atLogIn: "charge" });
  });

  it("is the charge of a tier that support set, which blocks nothing until then", async () => {
    await givenListed({ charge: "active" });
    await changed({ seen: "Unlimited", tier: "Growth", waive: false });
    expect(await page()).toMatchObject({ charge: "active", gate: "terms", atLogIn: "charge" });
  });

  it("is empty for a shop that isn't connected", async () => {
    await givenListed({ charge: "active" });
    await support.onShop({ type: "UninstallShop", webhookId: "w" });
    expect(await page()).toMatchObject({ atLogIn: null, changeable: null });
  });
});
