import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { toAgentNameRef } from "#domain/console/events.ts";
import type { WithoutContext } from "#domain/core/message.ts";
import type { ShopCommand } from "#domain/shop/commands.ts";
import { shopDecider } from "#domain/shop/decider.ts";
import type { ImpersonationAllowed } from "#domain/wire/support/console.ts";
import { type ConsoleForTests, type SignedInBrowser, startConsoleForTests } from "#tests/support/console-for-tests.ts";
import { createPlatformForTests } from "#tests/support/platform-for-tests.ts";

let support: ConsoleForTests;
let agent: SignedInBrowser;
const tenant = "5b0c3c53-7f5b-4a5e-9f57-0d6f1f0e8a01";
const onShop = (id: string, command: WithoutContext<ShopCommand>) =>
  support.runner.execute(shopDecider, id, (context): ShopCommand => ({ ...command, context }), {
    tenant: id,
    actor: { kind: "merchant" },
    correlation: "given",
  });
const givenShop = async (id: string, shop: string) => {
  const { email: _, ...facts } = createPlatformForTests().profileOf(shop);
  await onShop(id, { type: "InstallShop", tenant: id, shop });
  await onShop(id, { type: "AuthorizeShop", scopes: [], profile: { ...facts, emailRef: "r" } });
};

beforeAll(async () => {
  support = await startConsoleForTests();
  agent = await support.signIn("agent");
  await givenShop(tenant, "aurora-demo");
  await onShop(tenant, { type: "SelectTier" });
  const charge = { subscriptionId: "s", price: "9.00", currency: "USD", confirmationUrl: "https://platform.example" };
  await onShop(tenant, { type: "RequestCharge", ...charge });
  await onShop(tenant, { type: "ActivateCharge", subscriptionId: "s" });
  await onShop(tenant, { type: "AcceptTerms", version: "1", acceptsMarketing: false });
});
afterAll(() => support.close());

const ask = (browser: SignedInBrowser, body: unknown, id = tenant) =>
  support.change(browser, `/support/api/shops/${id}/impersonate`, body);
const noted = async () => (await support.acts()).filter(({ type }) => type === "ShopImpersonated");

describe("someone from support who asks to impersonate a merchant", () => {
  it("gives a reason, which the vault keeps, and gets an address that names nobody", async () => {
    const { status, text } = await ask(agent, { reason: "  Their report is empty.  " });
    const { id, address } = JSON.parse(text) as ImpersonationAllowed;
    expect([status, address]).toEqual([
      200,
      expect.stringMatching(/^http:\/\/localhost:3000\/Account\/impersonate\/[\w-]{43}$/),
    ]);
    const [act] = await noted();
    expect(act).toMatchObject({ tenant, data: { impersonationId: id } });
    expect(await support.vault.read(String(act?.data.reasonRef))).toBe("Their report is empty.");
    expect(await support.vault.read(toAgentNameRef(String(act?.data.agent)))).toBe("Demo agent");
    const ticket = address.split("/").at(-1) ?? "";
    expect(support.logged()).not.toContain(ticket);
  });

  it.each([{}, { reason: "  no " }, { reason: "x".repeat(501) }, { reason: 7 }, { reason: "A reason", more: 1 }])(
    "is refused without a reason: %j",
    async (body) => {
      const before = (await noted()).length;
      expect((await ask(agent, body)).status).toBe(400);
      expect(await noted()).toHaveLength(before);
    },
  );

  it("is refused as a viewer", async () => {
    const before = (await noted()).length;
    const { status, text } = await ask(await support.signIn("viewer"), { reason: "I am curious." });
    expect([status, JSON.parse(text).message]).toEqual([403, expect.stringMatching(/Your role is viewer/)]);
    expect(await noted()).toHaveLength(before);
  });

  it("is refused for a shop that doesn't exist, has uninstalled, or hasn't accepted the terms", async () => {
    const reason = "Their report is empty.";
    expect((await ask(agent, { reason }, "nobody")).status).toBe(404);
    await givenShop("newcomer", "nimbus-demo");
    expect((await ask(agent, { reason }, "newcomer")).status).toBe(409);
    await onShop("newcomer", { type: "UninstallShop", webhookId: "w" });
    expect((await ask(agent, { reason }, "newcomer")).status).toBe(409);
  });
});
