import { describe, expect, it } from "vitest";
import { access, connectFake, json } from "../testing/fakes.ts";

const data = (value: object) => json({ data: value });
const denied = (scope: string) =>
  json({ errors: [{ message: `Required access: \`${scope}\` access scope.`, extensions: { code: "ACCESS_DENIED" } }] });
const shop = {
  id: "gid://shopify/Shop/548380009",
  name: "Aurora",
  email: "owner@aurora.example",
  myshopifyDomain: "aurora-demo.platform.example",
  ianaTimezone: "Europe/Athens",
  currencyCode: "EUR",
  weightUnit: "KILOGRAMS",
  taxesIncluded: true,
  currencyFormats: { moneyFormat: "{{amount}} €" },
  plan: { publicDisplayName: "Basic" },
};
const locales = [
  { locale: "en", primary: false },
  { locale: "el", primary: true },
];
const list = (nodes: unknown[], after?: string) => ({
  nodes,
  pageInfo: { hasNextPage: after !== undefined, endCursor: after ?? null },
});

describe("A shop's profile", () => {
  it("has its id, time zone, currency, plan and language", async () => {
    const { platform } = await connectFake({}, data({ shop }), data({ shopLocales: locales }));
    expect(await platform.fetchShopProfile(access)).toEqual({
      platformId: "548380009",
      name: "Aurora",
      email: "owner@aurora.example",
      myshopifyDomain: "aurora-demo.platform.example",
      ianaTimezone: "Europe/Athens",
      currencyCode: "EUR",
      moneyFormat: "{{amount}} €",
      weightUnit: "KILOGRAMS",
      taxesIncluded: true,
      plan: "Basic",
      primaryLocale: "el",
    });
  });

  it("is English if the app may not read the language", async () => {
    const { platform } = await connectFake({}, data({ shop }), denied("read_locales"));
    expect((await platform.fetchShopProfile(access)).primaryLocale).toBe("en");
  });

  it("is an error if the app may not read any other part", async () => {
    const { platform } = await connectFake({}, denied("read_orders"));
    await expect(platform.fetchShopProfile(access)).rejects.toMatchObject({
      code: "access-denied",
      detail: "read_orders",
    });
  });
});

describe("A shop's locations", () => {
  it("are read page by page to the end", async () => {
    const [a, b, c] = ["A", "B", "C"].map((name) => ({ id: `gid://shopify/Location/${name}`, name }));
    const { platform, server } = await connectFake(
      {},
      data({ locations: list([a, b], "next") }),
      data({ locations: list([c]) }),
    );
    expect(await platform.fetchLocations(access)).toEqual([a, b, c]);
    expect(server.calls.map((call) => call.body.variables)).toEqual([{ after: null }, { after: "next" }]);
  });
});

describe("A charge", () => {
  const wanted = {
    name: "Growth",
    price: "19.99",
    currency: "USD",
    trialDays: 14,
    returnUrl: "https://sheaf.example/charge",
    test: true,
  };

  it("is requested for every 30 days, and returns the page where the merchant approves it", async () => {
    const made = {
      appSubscription: { id: "gid://shopify/AppSubscription/1" },
      confirmationUrl: "https://confirm.example",
      userErrors: [],
    };
    const { platform, server } = await connectFake({}, data({ appSubscriptionCreate: made }));
    expect(await platform.createSubscription(access, wanted)).toEqual({
      id: "gid://shopify/AppSubscription/1",
      confirmationUrl: "https://confirm.example",
    });
    expect(server.calls[0]?.body.variables).toEqual({
      name: "Growth",
      returnUrl: "https://sheaf.example/charge",
      test: true,
      trialDays: 14,
      lineItems: [
        {
          plan: {
            appRecurringPricingDetails: { interval: "EVERY_30_DAYS", price: { amount: "19.99", currencyCode: "USD" } },
          },
        },
      ],
    });
  });

  it("is an error with the platform's message if the platform refuses it", async () => {
    const refused = {
      appSubscription: null,
      confirmationUrl: null,
      userErrors: [{ field: ["price"], message: "must be positive" }],
    };
    const { platform } = await connectFake({}, data({ appSubscriptionCreate: refused }));
    await expect(platform.createSubscription(access, wanted)).rejects.toThrow("must be positive");
  });

  it("is looked up at the platform", async () => {
    const active = [{ id: "gid://shopify/AppSubscription/1", name: "Growth", status: "ACTIVE", test: true }];
    const { platform } = await connectFake({}, data({ currentAppInstallation: { activeSubscriptions: active } }));
    expect(await platform.fetchActiveSubscriptions(access)).toEqual(active);
  });
});

describe("The webhooks", () => {
  const uninstalled = { topic: "app/uninstalled", address: "https://sheaf.example/webhooks" };
  const subscriptions = { topic: "app_subscriptions/update", address: "https://sheaf.example/webhooks" };
  const there = (...webhooks: { topic: string; uri: string }[]) =>
    data({
      webhookSubscriptions: list(
        webhooks.map((webhook, index) => ({ id: `gid://shopify/WebhookSubscription/${index}`, ...webhook })),
      ),
    });
  const atPlatform = { topic: "APP_UNINSTALLED", uri: uninstalled.address };
  const old = { topic: "APP_UNINSTALLED", uri: "https://old.example" };
  const made = (...messages: string[]) =>
    data({
      webhookSubscriptionCreate: {
        webhookSubscription: null,
        userErrors: messages.map((message) => ({ field: null, message })),
      },
    });

  it("are registered once, each topic separately", async () => {
    const { platform, server } = await connectFake({}, there(old, atPlatform), made());
    await platform.registerWebhooks(access, [uninstalled, subscriptions]);
    expect(server.calls.map(({ body }) => body.variables)).toEqual([
      { topics: ["APP_UNINSTALLED", "APP_SUBSCRIPTIONS_UPDATE"], after: null },
      { topic: "APP_SUBSCRIPTIONS_UPDATE", uri: subscriptions.address },
    ]);
  });

  it("are registered for only some fields if a topic says so", async () => {
    const { platform, server } = await connectFake({}, there(), made());
    await platform.registerWebhooks(access, [{ ...uninstalled, fields: ["id"] }]);
    expect(server.calls.at(-1)?.body.variables).toEqual({
      topic: "APP_UNINSTALLED",
      uri: uninstalled.address,
      fields: ["id"],
    });
  });

  it("aren't registered again if they exist", async () => {
    const { platform, server } = await connectFake({}, there(old, atPlatform));
    await platform.registerWebhooks(access, [uninstalled]);
    expect(server.calls).toHaveLength(1);
  });

  it("count as registered if only the response was lost", async () => {
    const { platform } = await connectFake(
      {},
      there(),
      new TypeError("fetch failed"),
      made("already taken"),
      there(atPlatform),
    );
    await platform.registerWebhooks(access, [uninstalled]);
  });

  it("are an error if they are refused", async () => {
    const { platform } = await connectFake({}, there(), made("address is not allowed"), there());
    await expect(platform.registerWebhooks(access, [uninstalled])).rejects.toThrow("address is not allowed");
  });
});
