import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { webhookKey } from "#application/webhooks/addresses.ts";
import { shopDecider } from "#domain/shop/decider.ts";
import { signed, webhookSignature } from "#tests/support/platform-for-tests.ts";
import { startWebForTests, type WebForTests } from "#tests/support/web-for-tests.ts";
import { addressOf, deliver as deliverAny, genuineBodies, type SentWebhook } from "#tests/support/webhooks.ts";
import { hashBody } from "./gate.ts";
import { processedKey } from "./process-once.ts";
import { topics } from "./topics.ts";

let web: WebForTests;
beforeEach(async () => {
  web = await startWebForTests();
});
afterEach(() => web.close());

const deliver = (changes: Partial<SentWebhook>) => deliverAny(web, { topic: "app/uninstalled", ...changes });

/** A refusal gives no reason, and the shop stays as it was. */
const expectRefused = async (changes: Partial<SentWebhook>) => {
  const { tenant } = await web.givenShop("aurora-demo");
  const reply = await deliver(changes);
  expect([reply.status, reply.envelope.ErrorMessage]).toEqual([
    401,
    "The store platform sends no such webhook to this address.",
  ]);
  expect((await web.runner.load(shopDecider, tenant)).state.status).toBe("authorized");
  expect(web.platform.asked).not.toContain(`forgetTokens ${tenant}`);
};

describe("every accepted topic", () => {
  it("has a genuine body to test with", () => {
    for (const { name } of topics) expect(Object.keys(genuineBodies)).toContain(name);
  });

  it.each(topics)("$name is accepted at its own address", async (topic) => {
    await web.givenShop("aurora-demo");
    expect((await deliver({ topic: topic.name })).status).toBe(200);
  });

  const matrix = topics.flatMap((topic) =>
    Object.keys(genuineBodies)
      .filter((name) => name !== topic.name)
      .map((name) => ({ at: topic, name })),
  );
  it.each(matrix)("is refused at $at.name with the body of $name, whatever the header says", async ({ at, name }) => {
    const raw = JSON.stringify(genuineBodies[name]?.("aurora-demo.myshopify.com"));
    await web.givenShop("aurora-demo");
    const path = await addressOf(web, at.name);
    await expectRefused({ topic: at.name, path, raw });
    await expectRefused({ topic: name, path, raw });
  });

  it.each(topics)("$name is refused for a shop that neither its body nor its address names", async ({ name }) => {
    await web.givenShop("borealis-demo");
    const raw = JSON.stringify(genuineBodies[name]?.("borealis-demo.myshopify.com"));
    await expectRefused({ topic: name, raw, path: await addressOf(web, name, "borealis-demo") });
  });

  /** All others may be repeated freely. */
  const remembered = topics.filter((topic) => topic.addressedBy === "topic" || topic.remembered);
  it.each(remembered)("$name is remembered per shop and topic", async ({ name }) => {
    const handled = async (shop: string) => {
      const { tenant } = await web.givenShop(shop);
      const raw = JSON.stringify(genuineBodies[name]?.(`${shop}.myshopify.com`));
      expect((await deliver({ topic: name, shop, id: "one-id", raw })).status).toBe(200);
      const key = processedKey(name, { shop, webhookId: "one-id", bodyHash: hashBody(web, Buffer.from(raw)) });
      return web.state.get(key).then((entry) => [tenant, entry?.value]);
    };
    const [first, second] = [await handled("aurora-demo"), await handled("borealis-demo")];
    expect([first[1], second[1]]).toEqual(["done", "done"]);
  });
});

describe("the platform's signatures for other purposes", () => {
  it("uninstall nobody: a shop's own login query, sent as a body naming another shop", async () => {
    // given the address that the platform sent an attacker back to, signed
    const query = { code: "c0de", shop: "evil-demo.myshopify.com", state: "s", timestamp: "1337178173" };
    const { hmac = "" } = signed(query);
    // when its text is sent as a body, its hmac in base64, the victim in the unsigned header
    const raw = new URLSearchParams(query).toString();
    const hmacOfBody = Buffer.from(hmac, "hex").toString("base64");
    expect(webhookSignature(raw)).toBe(hmacOfBody);
    await expectRefused({ raw, headers: { "x-shopify-hmac-sha256": hmacOfBody } });
  });

  it("uninstall nobody: a body that doesn't name the shop", async () => {
    await expectRefused({ raw: JSON.stringify({ id: 7001 }) });
    await expectRefused({ raw: JSON.stringify({ id: 7001, domain: "aurora-demo.myshopify.com" }) });
    await expectRefused({ raw: JSON.stringify({ id: 7001, shop_domain: "aurora-demo.myshopify.com" }) });
    await expectRefused({ raw: JSON.stringify({ myshopify_domain: "aurora-demo.myshopify.com" }) });
  });
});

describe("a shop's own webhook address", () => {
  const topic = "app_subscriptions/update";
  const at = (key: string) => `/webhooks/shops/${key}/${topic}`;

  it("can't be guessed, and is the same at every login", async () => {
    const { tenant } = await web.givenShop("aurora-demo");
    expect(webhookKey(web, tenant)).toMatch(/^[\w-]{43}$/);
    expect(await addressOf(web, topic)).toBe(at(webhookKey(web, tenant)));
  });

  it.each(["x", "0".repeat(43), "%00", "{key}"])("is refused with '%s' as its key", async (key) => {
    await expectRefused({ topic, path: at(key) });
  });

  it("is refused with another shop's key, a changed letter or an unknown shop", async () => {
    const { tenant } = await web.givenShop("borealis-demo");
    await expectRefused({ topic, path: at(webhookKey(web, tenant)) });
    const { tenant: aurora } = await web.givenShop("aurora-demo");
    const key = webhookKey(web, aurora);
    await expectRefused({ topic, path: at(key.slice(0, -1) + (key.endsWith("A") ? "B" : "A")) });
    await expectRefused({ topic, path: at(webhookKey(web, "")), shop: "unknown-demo" });
  });

  it("doesn't exist without its key", async () => {
    await web.givenShop("aurora-demo");
    for (const path of [`/webhooks/${topic}`, `/webhooks/shops/${topic}`])
      expect((await deliver({ topic, path })).status).toBe(404);
  });

  it("appears in the log and the metrics only as a template", async () => {
    const { tenant } = await web.givenShop("aurora-demo");
    await deliver({ topic });
    await deliver({ topic, path: at("guessed-key") });
    const metrics = await web.metrics.metrics();
    for (const text of [web.logged(), metrics]) {
      expect(text).toContain(`/webhooks/shops/{key}/${topic}`);
      expect(text).not.toContain(webhookKey(web, tenant));
      expect(text).not.toContain("guessed-key");
    }
  });
});

const own = { id: 7001, myshopify_domain: "aurora-demo.myshopify.com" };
const text = JSON.stringify(own);
const latin1 = new Uint8Array(Buffer.from(JSON.stringify({ ...own, name: "Café" }), "latin1"));

it("accepts a webhook with bytes that aren't valid UTF-8", async () => {
  expect((await deliver({ raw: latin1 })).status).toBe(200);
});

describe("a webhook is refused", () => {
  const ways: [string, Partial<SentWebhook>][] = [
    ["with the HMAC of something else", { headers: { "x-shopify-hmac-sha256": webhookSignature("other") } }],
    ["without an HMAC", { headers: { "x-shopify-hmac-sha256": "" } }],
    ["when a byte was added", { raw: `${text} `, headers: { "x-shopify-hmac-sha256": webhookSignature(text) } }],
    [
      "with the HMAC in hex",
      { headers: { "x-shopify-hmac-sha256": Buffer.from(webhookSignature(text), "base64").toString("hex") } },
    ],
    ["without a body", { raw: "" }],
    ["as a list", { raw: `[${text}]` }],
    ["as text", { raw: JSON.stringify(text) }],
    ["as null", { raw: "null" }],
    ["cut off", { raw: text.slice(0, -1) }],
    ["with a byte order mark", { raw: `\uFEFF${text}` }],
    ["in UTF-16", { raw: new Uint8Array(Buffer.from(text, "utf16le")) }],
    ["as a form", { headers: { "content-type": "application/x-www-form-urlencoded" } }],
    ["as plain text", { headers: { "content-type": "text/plain" } }],
    ["as something like JSON", { headers: { "content-type": "application/jsonp" } }],
    ["as JSON in another encoding", { headers: { "content-type": "application/json; charset=utf-16" } }],
    ["compressed", { headers: { "content-encoding": "gzip" } }],
    ["without a topic", { headers: { "x-shopify-topic": "" } }],
    ["with two topics", { headers: { "x-shopify-topic": "app/uninstalled, shop/redact" } }],
    ["with a topic in capitals", { headers: { "x-shopify-topic": "APP/UNINSTALLED" } }],
    ["without an id", { headers: { "x-shopify-webhook-id": "" } }],
    ["with an id that is none", { headers: { "x-shopify-webhook-id": "a b" } }],
    ["without a shop", { headers: { "x-shopify-shop-domain": "" } }],
    [
      "with two shops",
      { headers: { "x-shopify-shop-domain": "aurora-demo.myshopify.com, aurora-demo.myshopify.com" } },
    ],
    ["about another shop", { headers: { "x-shopify-shop-domain": "borealis-demo.myshopify.com" } }],
    ["with a dot after the domain", { headers: { "x-shopify-shop-domain": "aurora-demo.myshopify.com." } }],
    [
      "with a dot after the domain in the body",
      { raw: JSON.stringify({ ...own, myshopify_domain: "aurora-demo.myshopify.com." }) },
    ],
    [
      "with a letter that only looks like one",
      { shop: "kiosk-demo", raw: JSON.stringify({ ...own, myshopify_domain: "\u212Aiosk-demo.myshopify.com" }) },
    ],
    ["with a shop that is a list", { raw: JSON.stringify({ ...own, myshopify_domain: [own.myshopify_domain] }) }],
    [
      "about no host of the platform",
      {
        raw: JSON.stringify({ ...own, myshopify_domain: "evil.example" }),
        headers: { "x-shopify-shop-domain": "evil.example" },
      },
    ],
  ];
  it.each(ways)("%s", async (_way, changes) => expectRefused(changes));
});

describe("a webhook is accepted", () => {
  it("with the shop's domain in upper or lower case", async () => {
    const { tenant } = await web.givenShop("aurora-demo");
    const raw = JSON.stringify({ ...own, myshopify_domain: "Aurora-Demo.MyShopify.com" });
    expect((await deliver({ raw })).status).toBe(200);
    expect((await web.runner.load(shopDecider, tenant)).state.status).toBe("uninstalled");
  });

  it.each([
    ["a new field", '"something_new":{"a":1}'],
    ["a field of another topic", '"customer":{"id":1},"shop_id":7001'],
    ["a number beyond the safe integers", '"owner_id":98765432109876543'],
    ["a field nested very deeply", `"deep":${"[".repeat(100_000)}${"]".repeat(100_000)}`],
    ["a field with the name __proto__", '"__proto__":{"myshopify_domain":"borealis-demo.myshopify.com"}'],
    ["a text that no store accepts", '"name":"a\\u0000\\ud800"'],
  ])("with %s beside the fields that Sheaf reads", async (_what, field) => {
    const { tenant } = await web.givenShop("aurora-demo");
    expect((await deliver({ raw: text.replace("{", `{${field},`) })).status).toBe(200);
    expect((await web.runner.load(shopDecider, tenant)).state.status).toBe("uninstalled");
  });

  it("only by POST, and only up to its size limit", async () => {
    expect((await web.ask("GET", "/webhooks/app/uninstalled")).status).toBe(405);
    expect((await web.ask("DELETE", "/webhooks/app/uninstalled")).headers.get("allow")).toBe("POST");
    expect((await deliver({ raw: "x".repeat(1_100_000) })).status).toBe(413);
  });
});

describe("the log", () => {
  it("says which check refused a webhook, to help find a wrong setting, without any of its content", async () => {
    await deliver({ headers: { "x-shopify-hmac-sha256": webhookSignature("other") } });
    expect(web.logged()).toContain('"reason":"signature"');
    expect(web.logged()).not.toContain("aurora-demo");
  });
});
