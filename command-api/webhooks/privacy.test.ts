import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createPeopleHash } from "#application/people/people-hash.ts";
import { startWebForTests, type WebForTests } from "#tests/support/web-for-tests.ts";
import { deliver as deliverAny, genuineBodies, type SentWebhook } from "#tests/support/webhooks.ts";
import { hashBody } from "./gate.ts";
import { processedKey } from "./process-once.ts";

let web: WebForTests;
beforeEach(async () => {
  web = await startWebForTests();
});
afterEach(() => web.close());

const deliver = (topic: string, changes: Partial<SentWebhook> = {}) => deliverAny(web, { topic, ...changes });

const bodyOf = (topic: string) => genuineBodies[topic]?.("aurora-demo.myshopify.com");

/** The topic's genuine body with changed fields; `undefined` removes one. */
const rawWith = (topic: string, fields: object) => JSON.stringify({ ...bodyOf(topic), ...fields });

const received = async () =>
  (await web.eventStore.readAll({ limit: 1_000 })).filter(({ type }) => type === "PrivacyRequestReceived");

describe("the webhooks required by the platform's review", () => {
  it.each([
    ["customers/data_request", "customer-data", 2],
    ["customers/redact", "customer-erasure", 2],
    ["shop/redact", "shop-erasure", 0],
  ])("%s is recorded for upkeep to carry out", async (topic, kind, orders) => {
    const { tenant } = await web.givenShop("aurora-demo");
    expect((await deliver(topic)).status).toBe(200);
    const [event, ...others] = await received();
    expect(others).toEqual([]);
    expect(event?.stream).toMatch(/^privacy-[0-9a-f-]{36}$/);
    expect(event?.data).toMatchObject({ kind, tenant, shop: "aurora-demo", orders });
  });

  it("about a customer keep identities in the vault, and only a keyed hash of the id in the event", async () => {
    const { tenant } = await web.givenShop("aurora-demo");
    await deliver("customers/redact");
    const [event] = await received();
    expect(JSON.stringify(event)).not.toMatch(/191167|john|299938|555/);
    expect(event?.data.customer).toBe(createPeopleHash(web.vault, tenant)({ kind: "customer", value: "191167" }));
    expect(JSON.parse(String(await web.vault.read(String(event?.data.subjectRef))))).toEqual({
      customerId: "191167",
      email: "john@example.com",
      orders: ["299938", "280263"],
    });
    expect(web.logged()).not.toMatch(/191167|john|299938/);
  });

  it("about a guest without an id or an address are accepted too", async () => {
    await web.givenShop("aurora-demo");
    const raw = JSON.stringify({
      shop_id: 7001,
      shop_domain: "aurora-demo.myshopify.com",
      customer: { id: null, email: "", phone: null },
      orders_to_redact: [299938],
    });
    expect((await deliver("customers/redact", { raw })).status).toBe(200);
    expect((await received())[0]?.data).toMatchObject({ customer: null, orders: 1 });
  });

  it("are recorded once, even if delivered repeatedly", async () => {
    await web.givenShop("aurora-demo");
    await Promise.all([deliver("customers/redact"), deliver("customers/redact")]);
    await deliver("customers/redact");
    // also once the webhook's arrival is forgotten
    const bodyHash = hashBody(web, Buffer.from(JSON.stringify(bodyOf("customers/redact"))));
    const webhookId = "b54557e4-bdd9-4b37-8a5f-bf7d70bcd043";
    const key = processedKey("customers/redact", { shop: "aurora-demo", webhookId, bodyHash });
    expect(await web.state.delete(key)).toBe(true);
    expect((await deliver("customers/redact")).status).toBe(200);
    expect(await received()).toHaveLength(1);
    await deliver("customers/redact", { id: "another" });
    expect(await received()).toHaveLength(2);
  });

  it("about an unknown shop are recorded, without personal data", async () => {
    expect((await deliver("customers/redact")).status).toBe(200);
    expect((await received())[0]?.data).toMatchObject({ tenant: null, customer: null, subjectRef: null });
  });
});

describe("a privacy request in an unexpected form", () => {
  it("is recorded even if its id has come before with another body", async () => {
    await web.givenShop("aurora-demo");
    await deliver("customers/redact");
    const raw = rawWith("customers/redact", { customer: { id: 78, email: null } });
    expect((await deliver("customers/redact", { raw })).status).toBe(200);
    expect(new Set((await received()).map(({ data }) => data.customer)).size).toBe(2);
  });

  it.each([
    ["shop/redact", { id: 7 }],
    ["shop/redact", { customer: null, orders_to_redact: null }],
    ["customers/redact", { id: 7, myshopify_domain: "borealis-demo.myshopify.com" }],
    ["customers/redact", { data_request: null, orders_requested: null }],
    ["customers/redact", { shop_id: null }],
    ["customers/data_request", { orders_to_redact: null }],
    ["customers/data_request", { data_request: null }],
    ["customers/data_request", { orders_requested: undefined }],
  ])("%s with %o is recorded", async (topic, fields) => {
    await web.givenShop("aurora-demo");
    expect((await deliver(topic, { raw: rawWith(topic, fields) })).status).toBe(200);
    expect(await received()).toHaveLength(1);
    expect(web.logged()).not.toContain("a form that we can't read");
  });

  const john = { customerId: "191167", email: "john@example.com" };
  const orders = ["299938", "280263"];
  it.each([
    ["null as the customer", { customer: null }, { customerId: null, email: null, orders }],
    ["no customer", { customer: undefined }, { customerId: null, email: null, orders }],
    ["only the customer's id", { customer: { id: 191167 } }, { customerId: "191167", email: null, orders }],
    ["null as the orders", { orders_to_redact: null }, { ...john, orders: [] }],
    ["no orders", { orders_to_redact: undefined }, { ...john, orders: [] }],
  ])("customers/redact with %s keeps the other identifiers", async (_what, fields, subject) => {
    await web.givenShop("aurora-demo");
    expect((await deliver("customers/redact", { raw: rawWith("customers/redact", fields) })).status).toBe(200);
    const [event] = await received();
    expect(JSON.parse(String(await web.vault.read(String(event?.data.subjectRef))))).toEqual(subject);
  });

  it("keeps every digit of numbers beyond JavaScript's safe integers", async () => {
    await web.givenShop("aurora-demo");
    const raw = JSON.stringify(bodyOf("customers/redact"))
      .replace("191167", "98765432109876543")
      .replace("299938", "98765432109876541");
    expect((await deliver("customers/redact", { raw })).status).toBe(200);
    const [event] = await received();
    expect(JSON.parse(String(await web.vault.read(String(event?.data.subjectRef))))).toEqual({
      customerId: "98765432109876543",
      email: "john@example.com",
      orders: ["98765432109876541", "280263"],
    });
  });

  it.each([
    ["an address that is too long", { customer: { id: 191167, email: `${"a".repeat(400)}@example.com` } }],
    ["an address that no store accepts", { customer: { id: 191167, email: "a\0@example.com" } }],
    ["an address that isn't text", { customer: { id: 191167, email: ["john@example.com"] } }],
    ["an order that isn't a number", { orders_to_redact: [299938, "gid://shopify/Order/1"] }],
    ["orders that aren't a list", { orders_to_redact: "299938" }],
  ])(
    "customers/redact with %s is recorded for an unreadable customer, with the hash of the id",
    async (_what, fields) => {
      const { tenant } = await web.givenShop("aurora-demo");
      expect((await deliver("customers/redact", { raw: rawWith("customers/redact", fields) })).status).toBe(200);
      expect((await received())[0]?.data).toMatchObject({
        kind: "customer-erasure",
        tenant,
        customer: createPeopleHash(web.vault, tenant)({ kind: "customer", value: "191167" }),
        subjectRef: null,
      });
      expect(web.logged()).toContain("a form that we can't read");
      expect(web.logged()).not.toMatch(/191167|299938|example\.com/);
    },
  );

  it.each(["john", ["john"], 191167, { id: { a: 1 } }, { id: 0 }])(
    "customers/redact with the customer %o is recorded for an unreadable customer",
    async (customer) => {
      await web.givenShop("aurora-demo");
      const raw = rawWith("customers/redact", { customer });
      expect((await deliver("customers/redact", { raw })).status).toBe(200);
      expect((await received())[0]?.data).toMatchObject({ customer: null, subjectRef: null });
      expect(web.logged()).toContain("a form that we can't read");
    },
  );
});
