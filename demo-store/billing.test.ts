import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestClient, type TestClient } from "./testing/test-client.ts";

const CREATE = `mutation Create($name: String!, $amount: Decimal!) {
  appSubscriptionCreate(name: $name, returnUrl: "http://app.example/charge?x=1", test: true, trialDays: 7, lineItems: [
    { plan: { appRecurringPricingDetails: { interval: EVERY_30_DAYS, price: { amount: $amount, currencyCode: USD } } } }
  ]) { appSubscription { id status test } confirmationUrl userErrors { field message } }
}`;
const ACTIVE = `{ currentAppInstallation { accessScopes { handle } activeSubscriptions {
  id name status test trialDays currentPeriodEnd lineItems { plan { pricingDetails { ... on AppRecurringPricing { interval price { amount currencyCode } } } } }
} } }`;

describe("charges", () => {
  let hand: TestClient;
  let token = "";
  beforeAll(async () => {
    hand = await startTestClient();
    token = (await hand.install("borealis-demo")).access_token;
  });
  afterAll(() => hand.close());

  const create = async (name: string, amount = "19.90") =>
    (await hand.ask("borealis-demo", token, CREATE, { name, amount })).body.data.appSubscriptionCreate;
  const active = async () =>
    (await hand.ask("borealis-demo", token, ACTIVE)).body.data.currentAppInstallation.activeSubscriptions;
  const pathOf = (confirmationUrl: string) => new URL(confirmationUrl).pathname;

  it("are approved by the merchant, return to the app with their id, and replace the previous one", async () => {
    const growth = await create("Growth");
    expect(growth.appSubscription).toMatchObject({ status: "PENDING", test: true });
    const shown = await hand.send(pathOf(growth.confirmationUrl));
    expect(shown.body).toContain("19.90 USD every 30 days");
    expect(await active()).toEqual([]);
    const back = await hand.form(pathOf(growth.confirmationUrl), { decision: "approve" });
    const url = new URL(back.headers.get("location") ?? "");
    expect(url.searchParams.get("x")).toBe("1");
    expect(growth.appSubscription.id.endsWith(`/${url.searchParams.get("charge_id")}`)).toBe(true);
    expect(await active()).toMatchObject([
      {
        name: "Growth",
        status: "ACTIVE",
        trialDays: 7,
        lineItems: [{ plan: { pricingDetails: { price: { amount: "19.9", currencyCode: "USD" } } } }],
      },
    ]);
    // The page is replaced once that is decided.
    expect((await hand.send(pathOf(growth.confirmationUrl))).status).toBe(404);

    const unlimited = await create("Unlimited");
    await hand.form(pathOf(unlimited.confirmationUrl), { decision: "approve" });
    expect((await active()).map(({ name }: { name: string }) => name)).toEqual(["Unlimited"]);
    const cancel = await hand.ask(
      "borealis-demo",
      token,
      `mutation { appSubscriptionCancel(id: "${unlimited.appSubscription.id}") { appSubscription { status } userErrors { message } } }`,
    );
    expect(cancel.body.data.appSubscriptionCancel.appSubscription.status).toBe("CANCELLED");
    expect(await active()).toEqual([]);
  });

  it("can be frozen and reactivated on request, but not after a cancellation", async () => {
    const turn = (status: string) => hand.post("/_control/borealis-demo/subscription", { status });
    const statuses = async () => (await active()).map(({ status }: { status: string }) => status);
    const made = await create("Growth");
    await hand.form(pathOf(made.confirmationUrl), { decision: "approve" });
    expect((await turn("FROZEN")).status).toBe(200);
    expect(await statuses()).toEqual([]);
    await turn("ACTIVE");
    expect(await statuses()).toEqual(["ACTIVE"]);
    expect((await turn("PENDING")).status).toBe(400);
    await turn("CANCELLED");
    expect(await statuses()).toEqual([]);
    expect((await turn("ACTIVE")).status).toBe(409);
  });

  it("have no effect if they are declined, and are refused without a price", async () => {
    const made = await create("Growth");
    const declined = await hand.form(pathOf(made.confirmationUrl), { decision: "decline" });
    expect([declined.status, declined.headers.get("location")]).toEqual([200, null]);
    expect(await active()).toEqual([]);
    const free = await create("Free", "0");
    expect(free).toMatchObject({ appSubscription: null, confirmationUrl: null });
    expect(free.userErrors[0].message).toContain("greater than 0");
  });
});
