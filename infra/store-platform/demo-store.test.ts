import { readFileSync } from "node:fs";
import { afterEach, describe, expect, it } from "vitest";
import { createDemoStore } from "#demo-store/create-demo-store.ts";
import type { Fault } from "#demo-store/server/faults.ts";
import { catalogue, columnByKey } from "#domain/columns/catalogue.ts";
import { optionalScopes } from "#domain/columns/optional-scopes.ts";
import { listScopes } from "#domain/columns/scopes.ts";
import { configureColumns } from "#domain/designs/configure-column.ts";
import { everyColumn } from "#domain/designs/every-column-for-tests.ts";
import { Grouping } from "#domain/enumerations.ts";
import { compileDesign } from "#domain/groupings/compile.ts";
import { rowsOf } from "#domain/groupings/rows-for-tests.ts";
import { isFieldBelow } from "#domain/orders/field-paths.ts";
import { findNumbers, searchForNumbers, searchForText } from "#domain/orders/find-orders.ts";
import { metafieldField } from "#domain/orders/metafields.ts";
import type { Order } from "#domain/orders/order.ts";
import type { Json, JsonObject } from "../ports/json.ts";
import { createStorePlatform } from "./create-store-platform.ts";
import { isObject } from "./documents/flatten.ts";
import type { StorePlatformOptions } from "./options.ts";
import { access, fakeTime } from "./testing/fakes.ts";
import { createInspectableStateStore, createInspectableVault } from "./testing/stores.ts";

const demoNow = new Date("2026-11-20T12:00:00Z");
const upTo = "created_at:<='2026-11-20T12:00:00Z'";
const listed = readFileSync(new URL("testing/order-paths.txt", import.meta.url), "utf8")
  .split("\n")
  .filter((line) => line.startsWith("now "))
  .map((line) => line.slice(4));
const columns = [...new Set([...listed, ...catalogue.flatMap(({ fields }) => fields)])];

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** A demo store and a client logged in to aurora there, both on one clock that moves only with the client's waits. */
const loggedIn = async (pointsPerSecond = 50_000) => {
  const time = fakeTime(demoNow.toISOString());
  const store = createDemoStore({ demoNow, now: () => demoNow, wall: time.clock.wall, pointsPerSecond });
  closing.push(() => store.close());
  const origin = await store.listen(0);
  const settings: StorePlatformOptions = {
    urlTemplate: `${origin}/{shop}`,
    clientId: "sheaf-demo",
    clientSecret: "sheaf-demo-secret",
    stateStore: createInspectableStateStore(time.clock),
    vault: createInspectableVault(),
    clock: time.clock,
    sleep: time.sleep,
  };
  const platform = createStorePlatform(settings);
  const redirectUri = "http://localhost:3000/loginCallback";
  const asked = { shop: access.shop, state: "nonce", redirectUri, further: optionalScopes };
  const consent = await fetch(platform.buildAuthorizeUrl(asked), {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: "decision=approve",
    redirect: "manual",
  });
  const back = Object.fromEntries(new URL(consent.headers.get("location") ?? "").searchParams);
  await platform.exchangeCode(access, back.code ?? "");
  const fault = (kind: Fault["kind"], more: Partial<Fault> = {}) =>
    store
      .shopServices(access.shop)
      .faults.add({ kind, times: 1, after: 1, retryAfter: 2, delayMs: 100, scope: "read_orders", ...more });
  return { platform, settings, time, fault, back, origin, desk: store.shopServices(access.shop) };
};

const readAll = async (platform: ReturnType<typeof createStorePlatform>, fields: readonly string[], query = upTo) => {
  const orders: JsonObject[] = [];
  for await (const batch of platform.streamOrders(access, { query, fields })) orders.push(...batch);
  return orders;
};

/** All values at a path, in order: lists are walked, `nodes` and fragments skipped. */
const valuesAt = (value: Json | undefined, [name, ...rest]: readonly string[]): Json[] => {
  if (Array.isArray(value) && name !== undefined) return value.flatMap((item) => valuesAt(item, [name, ...rest]));
  if (name === undefined) return [value ?? null];
  if (name === "nodes" || name.startsWith("(")) return valuesAt(value, rest);
  return isObject(value) ? valuesAt(value[name], rest) : [null];
};
const asJson = (value: unknown): Json => JSON.parse(JSON.stringify(value));

describe("The client with the demo store", () => {
  it("pages through the orders and back, with the same pages in both directions", async () => {
    const { platform } = await loggedIn();
    const all = (await readAll(platform, ["name"])).map(({ id }) => id);
    const ask = (more: object) => platform.fetchOrderPage(access, { query: upTo, first: 120, ...more });
    const first = await ask({});
    const second = await ask({ after: first.next });
    const third = await ask({ after: second.next });
    expect([first, second, third].flatMap(({ orders }) => orders.map(({ id }) => id))).toEqual(all);
    expect([first.previous, third.next]).toEqual([null, null]);
    const back = await ask({ before: third.previous });
    expect(back.orders).toEqual(second.orders);
    const start = await ask({ before: back.previous });
    expect(start.orders).toEqual(first.orders);
    expect(start.previous).toBeNull();
  });

  it("finds orders by number, name and e-mail, and by a list of numbers", async () => {
    const { platform } = await loggedIn();
    const { orders } = await platform.fetchOrderPage(access, { query: upTo, first: 250 });
    const wanted = orders.find(({ customer }) => customer?.includes(" "));
    const [withMail] = (await readAll(platform, ["name", "email"])).filter(({ email }) => email);
    if (!wanted?.customer || !withMail) throw new Error("No order has a customer with two names and an address.");
    const found = async (text: string) => {
      const page = await platform.fetchOrderPage(access, { query: searchForText(text), first: 250 });
      return page.orders.map(({ id }) => id);
    };
    expect(await found(wanted.name)).toContain(wanted.id);
    expect(await found(wanted.name.replace("#", ""))).toContain(wanted.id);
    expect(await found(wanted.customer.toUpperCase())).toContain(wanted.id);
    expect(await found(String(withMail.email))).toContain(withMail.id);
    expect(await found("nobody@nowhere.example")).toEqual([]);
    const numbers = orders.slice(0, 100).map(({ name }) => name.replace("#", ""));
    const page = await platform.fetchOrderPage(access, { query: searchForNumbers(numbers), first: 250 });
    expect(findNumbers([...numbers, "999999"], page.orders)).toEqual({
      ids: orders.slice(0, 100).map(({ id }) => id),
      notFound: ["999999"],
    });
  });

  it("goes from consent to a signed return, profile, locations, charge and webhooks", async () => {
    const { platform, back, origin, desk } = await loggedIn();
    expect(back.state).toBe("nonce");
    expect(platform.verifyQuery(back)).toBe(true);
    expect(platform.verifyQuery({ ...back, shop: "nimbus-demo.myshopify.com" })).toBe(false);

    const profile = await platform.fetchShopProfile(access);
    expect(profile).toMatchObject({
      ianaTimezone: "Europe/Athens",
      currencyCode: "EUR",
      primaryLocale: "el",
      plan: "Grow",
    });
    expect(profile.platformId).toBe(desk.shop.platformId);
    expect((await platform.fetchLocations(access)).map(({ name }) => name).sort()).toEqual(
      [...desk.shop.locations].sort(),
    );
    expect(await platform.countOrders(access, upTo)).toBe(300);

    const charge = {
      name: "Growth",
      price: "19.00",
      currency: "USD",
      trialDays: 14,
      returnUrl: "http://localhost:3000/charge",
      test: true,
    };
    const { id, confirmationUrl } = await platform.createSubscription(access, charge);
    expect(confirmationUrl.startsWith(`${origin}/aurora-demo/`)).toBe(true);
    expect(await platform.fetchActiveSubscriptions(access)).toEqual([]);
    const body = new URLSearchParams({ decision: "approve" });
    await fetch(confirmationUrl, { method: "POST", body, redirect: "manual" });
    expect(await platform.fetchActiveSubscriptions(access)).toEqual([
      { id, name: "Growth", status: "ACTIVE", test: true },
    ]);

    const webhooks = ["app/uninstalled", "app_subscriptions/update"].map((topic) => ({
      topic,
      address: `https://sheaf.example/webhooks/${topic}`,
    }));
    await platform.registerWebhooks(access, webhooks.slice(0, 1));
    await platform.registerWebhooks(access, webhooks);
    await platform.registerWebhooks(access, webhooks);
    expect(desk.webhooks.list().map(({ topic, uri }) => [topic, uri])).toEqual([
      ["APP_UNINSTALLED", "https://sheaf.example/webhooks/app/uninstalled"],
      ["APP_SUBSCRIPTIONS_UPDATE", "https://sheaf.example/webhooks/app_subscriptions/update"],
    ]);
  });
});

describe("All columns of all aurora orders", () => {
  it("match the shop's data, with complete nested connections, at the platform's real rate", async () => {
    const { platform, desk, time } = await loggedIn(100);
    const orders = await readAll(platform, columns);
    const held = Array.from({ length: 300 }, (_, index) => {
      const order = desk.orders.at(299 - index);
      // The platform leaves out removed shipping lines.
      return asJson({ ...order, shippingLines: order.shippingLines.filter(({ isRemoved }) => !isRemoved) });
    });
    expect(orders.map(({ id }) => id)).toEqual(held.flatMap((order) => valuesAt(order, ["id"])));
    // A customer's own history is not part of an order; it is compared below. A card's name is the same for every card.
    const own = columns.filter(
      (path) => !/^customer\.(orders|numberOfOrders|amountSpent|lastOrder)|paymentMethodName$/.test(path),
    );
    for (const path of [
      ...own,
      "lineItems.nodes.id",
      "refunds.id",
      "refunds.refundLineItems.nodes.id",
      "fulfillments.id",
    ]) {
      const segments = path.split(".");
      const got = orders.map((order) => valuesAt(order, segments));
      expect({ path, got }).toEqual({ path, got: held.map((order) => valuesAt(order, segments)) });
    }
    const lengths = orders.map((order) => valuesAt(order, ["lineItems", "id"]).length);
    expect(Math.max(...lengths)).toBeGreaterThan(50);
    expect(desk.stats.queries).toBeGreaterThan(desk.stats.orderPages);

    const boughtBy = Map.groupBy(orders, (order) => valuesAt(order, ["customer", "id"])[0] ?? null);
    const history = orders.filter((order) => isObject(order.customer));
    expect(history.length).toBeGreaterThan(100);
    for (const order of history) {
      const same = boughtBy.get(valuesAt(order, ["customer", "id"])[0] ?? null) ?? [];
      expect(valuesAt(order, ["customer", "orders", "id"]).sort()).toEqual(same.map(({ id }) => id as Json).sort());
    }

    // The bucket of 2,000 points was not enough, and the client waited instead of being throttled.
    expect(time.waits.length).toBeGreaterThan(0);
    expect(desk.stats.throttles).toBe(0);
  });

  it("have different values in every column of the catalogue, except a known few", async () => {
    const { platform } = await loggedIn();
    const report = compileDesign({ grouping: Grouping.Orders, columns: everyColumn }, columnByKey);
    const orders = await readAll(platform, report.fields);
    const cells = orders.flatMap((order) => rowsOf(report, order as Order));
    const same = catalogue.flatMap(({ key }, place) => {
      const values = new Set(cells.map((row) => JSON.stringify(row[place])));
      return values.size < 2 ? [`${key}: ${[...values]}`] : [];
    });
    // Columns that are the same in every row. The demo shop has one currency, one tax that prices include, no duties,
    // at most three variant options, no open payment terms, and no localized fields or local statuses. Only six custom
    // columns are chosen.
    const known =
      /^(Custom([7-9]|\d\d+)|VariantPart4|TaxLine[23]\w+|OrderTax[23]\w+|LocalStatus|PaymentDueDate|LocalizedFields|(Current)?Duties): null$|^Currency: .*"EUR"|^TaxesIncluded: .*"Yes"|^LineDuties: .*"0"/;
    expect(same.filter((column) => !known.test(column))).toEqual([]);
  });

  it("are complete even if each order costs more than one query may", async () => {
    const { platform, desk } = await loggedIn();
    const few = ["name", "lineItems.nodes.title", "lineItems.nodes.product.tags", "taxLines.title"];
    const known = ["custom.packing", "custom.material"].map(metafieldField);
    const [packing = "", material = ""] = [`${known[0]}.value`, `lineItems.nodes.product.${known[1]}.value`];
    const newest = `created_at:>='2026-11-14T00:00:00Z' ${upTo}`;
    const calm = await readAll(platform, [...few, packing, material], newest);
    expect(calm.length).toBeGreaterThan(5);
    const many = Array.from({ length: 1_200 }, (_, n) => `${metafieldField(`custom.field-${n}`)}.value`);
    const before = desk.stats.orderPages;
    const all = await readAll(platform, [...many, ...few, packing, material], newest);
    expect(desk.stats.orderPages).toBeGreaterThan(before);
    expect(Object.keys(all[0] ?? {}).filter((name) => name.startsWith("metafield_"))).toHaveLength(1_201);
    const without = all.map((order) =>
      Object.fromEntries(Object.entries(order).filter(([name]) => !name.startsWith("metafield_custom_2efield_2d"))),
    );
    expect(without).toEqual(calm);
  });

  it("are the same if other programs use up the points", async () => {
    const { platform, desk } = await loggedIn(100);
    const calm = await readAll(platform, ["name", "lineItems.nodes.title"]);
    desk.faults.add({ kind: "throttle", times: 3, after: 0, retryAfter: 0, delayMs: 0, scope: "" });
    expect(await readAll(platform, ["name", "lineItems.nodes.title"])).toEqual(calm);
    expect(desk.stats.throttles).toBe(3);
  });
});

describe("Columns whose scope was not granted", () => {
  const firstOf = async <Item>(items: AsyncIterable<Item>): Promise<Item[]> => {
    for await (const item of items) return [item];
    return [];
  };
  const asSet = configureColumns(columnByKey, everyColumn);
  const needing = (scope: string) =>
    everyColumn.flatMap(({ column }) =>
      listScopes(asSet.get(column) ?? { fields: [] }).includes(scope) ? [column] : [],
    );

  it.each([
    ["read_customers", ["read_customers"]],
    ["read_products", ["read_products"]],
    ["read_users", ["read_users"]],
    ["read_payment_terms", ["read_payment_terms"]],
    ["read_locations", ["read_locations", "read_inventory"]],
    [
      "read_merchant_managed_fulfillment_orders",
      ["read_merchant_managed_fulfillment_orders", "read_third_party_fulfillment_orders"],
    ],
  ])("(%s) are reported as denied by every order, and no others are", async (scope, withdrawn) => {
    const { platform, desk } = await loggedIn();
    for (const one of withdrawn) {
      desk.faults.add({ kind: "scope-withdrawn", times: 1, after: 0, retryAfter: 0, delayMs: 0, scope: one });
      await platform.countOrders(access, "");
    }
    const { fields, requiredFields, columnFields } = compileDesign(
      { grouping: Grouping.Orders, columns: everyColumn },
      columnByKey,
    );
    const [page = []] = await firstOf(
      platform.streamOrders(access, { query: upTo, fields, requiredFields, atMost: 20 }),
    );
    const [paths, ...others] = new Set(page.map(({ denied }) => JSON.stringify(denied)));
    expect(others).toEqual([]);
    const denied = JSON.parse(paths ?? "[]") as string[];
    expect(page[0]?.lacking).toEqual(denied);
    const told = everyColumn.flatMap(({ column }, place) =>
      (columnFields[place] ?? []).some((field) => isFieldBelow(field, denied)) ? [column] : [],
    );
    expect(told).toEqual(needing(scope));
    expect(told).not.toEqual([]);
  });
});

describe("Orders read through a fault", () => {
  const fields = ["name", "createdAt", "lineItems.nodes.title", "refunds.refundLineItems.nodes.quantity"];
  const faults: [Fault["kind"], Partial<Fault>, number][] = [
    ["throttle", {}, 1000],
    ["429", {}, 2000],
    ["500", { times: 2 }, 3000],
    ["cut", { times: 2 }, 3000],
    ["expired-token", {}, 0],
    ["order-while-paging", { times: 2 }, 0],
  ];
  it.each(faults)("(%s) are the same", async (kind, more, wait) => {
    const { platform, fault, time, desk } = await loggedIn();
    const calm = await readAll(platform, fields);
    expect(calm).toHaveLength(300);
    time.waits.length = 0;
    fault(kind, more);
    expect(await readAll(platform, fields)).toEqual(calm);
    expect(desk.faults.list()).toEqual([]);
    expect(time.waits.reduce((sum, ms) => sum + ms, 0)).toBeGreaterThanOrEqual(wait);
  });

  it("are the same after a response that takes too long", async () => {
    const { platform, settings, fault } = await loggedIn();
    const calm = await readAll(platform, fields);
    fault("slow", { delayMs: 20_000 });
    const hasty = createStorePlatform({ ...settings, requestTimeout: 2_000 });
    expect(await readAll(hasty, fields)).toEqual(calm);
  });

  it.each([
    ["revoked", "reconnect-needed", ""],
    ["scope-withdrawn", "access-denied", "read_orders"],
    ["search-warning", "search-refused", "unknown_field"],
  ] as const)("(%s) fail with a reason", async (kind, code, detail) => {
    const { platform, fault } = await loggedIn();
    fault(kind);
    await expect(readAll(platform, fields)).rejects.toMatchObject({ code, detail: expect.stringContaining(detail) });
  });

  it("fail if the platform doesn't know the search, instead of including all orders", async () => {
    const { platform } = await loggedIn();
    await expect(readAll(platform, ["name"], "vendor:x")).rejects.toMatchObject({ code: "search-refused" });
  });

  it("need only one refresh if four processes have an expired token", async () => {
    const { settings, time, desk } = await loggedIn();
    time.pass(2 * 3_600_000);
    const processes = Array.from({ length: 4 }, () => createStorePlatform(settings));
    const counts = await Promise.all(processes.map((one) => one.countOrders(access, "")));
    expect(counts).toEqual([300, 300, 300, 300]);
    expect(desk.stats.refreshes).toBe(1);
  });
});

describe("Suggestions from the demo store", () => {
  it("are the shop's own words, from a single query, without e-mail addresses", async () => {
    const { platform, desk } = await loggedIn(100);
    const { ordersRead, words } = await platform.fetchSuggestions(access);
    const found = Object.fromEntries(Object.entries(words).map(([kind, list]) => [kind, list.map(({ word }) => word)]));
    const all = Object.values(found).flat();
    expect(ordersRead).toBe(250);
    expect(words.orderTags.every((one) => one.orderCount >= 1 && one.orderCount <= ordersRead)).toBe(true);
    for (const words of Object.values(found)) expect(words.length).toBeGreaterThan(1);
    expect(found.productTags).toContain("handmade");
    expect(found.vendors).toEqual(expect.arrayContaining(["Aster", "丸山製作所"]));
    expect(found.productTypes).toEqual(expect.arrayContaining(["Shirts", "Candles & Scents"]));
    expect(found.countries).toContain("Greece");
    expect(all.filter((word) => /@\w+\./.test(word))).toEqual([]);
    expect(desk.stats.queries).toBe(1);
  });
});

describe("Names of attributes from the demo store", () => {
  it("are those of its newest orders, of every kind, from a single query", async () => {
    const { platform, desk } = await loggedIn(100);
    const found = await platform.fetchAttributeNames(access);
    expect(found.noteAttributes).toEqual(expect.arrayContaining(["Gift message", "Στοιχεία τιμολογίου"]));
    expect(found.properties).toEqual(expect.arrayContaining(["Colour", "_bundle_id"]));
    expect(found).toMatchObject({
      orderMetafields: ["custom.packing"],
      customerMetafields: ["custom.birthday"],
      productMetafields: ["custom.care", "custom.material"],
      variantMetafields: ["custom.shelf"],
    });
    expect(desk.stats.queries).toBe(1);
  });
});
