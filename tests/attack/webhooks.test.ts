import { type IncomingMessage, request } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { webhookKey, webhookPath } from "#application/webhooks/addresses.ts";
import { signBody } from "#demo-store/services/signatures.ts";
import { readConfig } from "#infra/config/config.ts";
import { openStores } from "#infra/stores/open-stores.ts";
import { createSystemClock } from "#infra/system/clock.ts";
import { demoControl } from "#tests/support/demo-control.ts";
import { decide } from "#tests/support/html-form.ts";
import { createHttpClient } from "#tests/support/http-client.ts";
import { listenLive } from "#tests/support/live-events.ts";
import { logIn, type Merchant } from "#tests/support/merchant.ts";
import { type StartedSheaf, startSheaf } from "#tests/support/start-sheaf.ts";
import { until } from "#tests/support/until.ts";
import { genuineBodies } from "#tests/support/webhooks.ts";
import { topics } from "../../command-api/webhooks/topics.ts";

/** Webhooks as an attacker sends them to the started product. A holder of the secret signs like the platform. */

const secret = "a-secret-of-this-test";
const victim = "nimbus-demo.myshopify.com";
let sheaf: StartedSheaf;
let merchant: Merchant;
beforeAll(async () => {
  sheaf = await startSheaf({ env: { STORE_CLIENT_SECRET: secret, RATE_LIMIT: "false" } });
  merchant = await logIn(sheaf, "nimbus-demo");
}, 90_000);
afterAll(() => sheaf?.stop());

type Header = string | string[];
type Sent = { path?: string; body?: string | Buffer; headers?: Record<string, Header | undefined>; method?: string };

const uninstall = JSON.stringify(genuineBodies["app/uninstalled"]?.(victim));
let ids = 0;

/** One request as it is written to the wire; a header that is undefined is left out, a list is written as several lines. */
const send = ({ path = "/webhooks/app/uninstalled", body = uninstall, headers = {}, method = "POST" }: Sent) =>
  new Promise<{ status: number; text: string }>((resolve, reject) => {
    ids += 1;
    const all: Record<string, Header | undefined> = {
      "content-type": "application/json",
      "x-shopify-topic": "app/uninstalled",
      "x-shopify-shop-domain": victim,
      "x-shopify-webhook-id": `attack-${ids}`,
      "x-shopify-hmac-sha256": signBody(secret, body),
      ...headers,
    };
    const outgoing = request(`${sheaf.url}${path}`, { method }, (response: IncomingMessage) => {
      let text = "";
      response.setEncoding("utf8").on("data", (part) => (text += part));
      response.on("end", () => resolve({ status: response.statusCode ?? 0, text })).on("error", reject);
    });
    for (const [name, value] of Object.entries(all)) if (value !== undefined) outgoing.setHeader(name, value);
    outgoing.on("error", reject).end(body);
  });

/** Checks that the victim can still work: it wasn't uninstalled or logged out. */
const expectUnharmed = async () => expect((await merchant.client.call("GET", "reports/get-reports")).status).toBe(200);

const expectRefused = async (sent: Sent) => {
  expect((await send(sent)).status).toBe(401);
  await expectUnharmed();
};

/** The platform's redirect address for a merchant who logs in to their own shop. */
const ownCallback = async () => {
  const authorize = await createHttpClient(sheaf.url).data<string>("POST", "account/login", {
    ShopName: "aurora-demo",
  });
  return new URL(await decide(authorize, "approve"));
};

describe("the signed callback of one's own login", () => {
  it("uninstalls no other shop, in whatever form its signed text is sent", async () => {
    const { searchParams } = await ownCallback();
    const hmac = Buffer.from(searchParams.get("hmac") ?? "", "hex").toString("base64");
    searchParams.delete("hmac");
    searchParams.sort();
    const body = searchParams.toString();
    // It is the very digest that the gate asks for: only what was signed gives it away.
    expect(hmac).toBe(signBody(secret, body));
    for (const type of ["application/json", "application/x-www-form-urlencoded", undefined])
      await expectRefused({ body, headers: { "x-shopify-hmac-sha256": hmac, "content-type": type } });
  });

  it("can't be made from a webhook: its signature can't be used to log in or install", async () => {
    const body = JSON.stringify({ myshopify_domain: victim });
    const hmac = Buffer.from(signBody(secret, body), "base64").toString("hex");
    const timestamp = String(Math.floor(Date.now() / 1000));
    const client = createHttpClient(sheaf.url);
    const fields = { Hmac: hmac, Timestamp: timestamp, Query: { [body]: "" } };
    const login = await client.call("POST", "account/loginCallback", {
      ...fields,
      Code: "c",
      Shop: victim,
      State: "s",
    });
    const install = await client.call("POST", "account/install", { ...fields, Shopname: victim });
    expect([login.status, login.envelope.ErrorCode]).toEqual([403, "FeAuth-002"]);
    expect([install.status, install.envelope.ErrorCode]).toEqual([403, "FeAuth-004"]);
    for (const { envelope } of [login, install])
      expect(envelope.ErrorDetails).toBe("The request was not signed by the store platform.");
  });
});

describe("bodies that the platform signed for another purpose", () => {
  const all = Object.entries(genuineBodies).flatMap(([name, bodyOf]) =>
    topics
      .filter((topic) => topic.name !== name)
      .map((topic) => ({ name, topic, body: JSON.stringify(bodyOf(victim)) })),
  );
  it.each(all)("$name is refused at the address of $topic.name", async ({ topic, body }) => {
    await expectRefused({ path: webhookPath(topic), body, headers: { "x-shopify-topic": topic.name } });
  });

  it("are refused for a shop other than the one they name", async () => {
    const body = JSON.stringify(genuineBodies["app/uninstalled"]?.("aurora-demo.myshopify.com"));
    await expectRefused({ body });
  });

  it("are refused at a guessed shop address", async () => {
    const topic = "app_subscriptions/update";
    const body = JSON.stringify(genuineBodies[topic]?.(victim));
    for (const key of ["0".repeat(43), "key", encodeURIComponent("{key}"), "nimbus-demo"])
      await expectRefused({ path: `/webhooks/shops/${key}/${topic}`, body, headers: { "x-shopify-topic": topic } });
  });
});

describe("a request that is almost a valid webhook", () => {
  const named = (domain: string, more = "") => `{${more}"id":7001,"myshopify_domain":"${domain}"}`;
  const ways: [string, Sent][] = [
    ["without a signature", { headers: { "x-shopify-hmac-sha256": undefined } }],
    [
      "with two signatures",
      { headers: { "x-shopify-hmac-sha256": [signBody(secret, uninstall), signBody(secret, "")] } },
    ],
    ["with the signature twice", { headers: { "x-shopify-hmac-sha256": Array(2).fill(signBody(secret, uninstall)) } }],
    ["signed with another secret", { headers: { "x-shopify-hmac-sha256": signBody("hush", uninstall) } }],
    ["without a content type", { headers: { "content-type": undefined } }],
    ["as XML", { headers: { "content-type": "application/xml" } }],
    ["as JSON for machines of another kind", { headers: { "content-type": "application/merge-patch+json" } }],
    ["as JSON in Latin 1", { headers: { "content-type": "application/json; charset=iso-8859-1" } }],
    ["compressed, as it says", { headers: { "content-encoding": "gzip" } }],
    ["with a byte order mark", { body: `\uFEFF${uninstall}` }],
    ["in UTF-16", { body: Buffer.from(uninstall, "utf16le") }],
    [
      "with bytes that are no UTF-8",
      { body: Buffer.concat([Buffer.from(uninstall.slice(0, -1)), Buffer.from([0xff, 0x7d])]) },
    ],
    ["empty", { body: "" }],
    ["of nothing but brackets, 200,000 deep", { body: "[".repeat(200_000) }],
    ["of a list 100,000 deep", { body: `${"[".repeat(100_000)}${"]".repeat(100_000)}` }],
    ["with another topic", { headers: { "x-shopify-topic": "shop/redact" } }],
    ["with the topic twice", { headers: { "x-shopify-topic": ["app/uninstalled", "app/uninstalled"] } }],
    [
      "with two shops, the victim last",
      { headers: { "x-shopify-shop-domain": ["aurora-demo.myshopify.com", victim] } },
    ],
    ["with the shop twice", { headers: { "x-shopify-shop-domain": [victim, victim] } }],
    ["with a dot behind the shop", { headers: { "x-shopify-shop-domain": `${victim}.` } }],
    ["with a port behind the shop", { headers: { "x-shopify-shop-domain": `${victim}:443` } }],
    ["with a dot behind the shop in the body", { body: named(`${victim}.`) }],
    ["with two ids", { headers: { "x-shopify-webhook-id": ["one", "two"] } }],
    [
      "with a field twice, another shop last",
      { body: named("aurora-demo.myshopify.com", `"myshopify_domain":"${victim}",`) },
    ],
    ["with the shop in __proto__", { body: `{"id":7001,"__proto__":{"myshopify_domain":"${victim}"}}` }],
  ];
  it.each(ways)("%s is refused", async (_way, sent) => expectRefused(sent));

  it("with a wrong signature is refused in chunks, too", async () => {
    const headers = { "transfer-encoding": "chunked", "x-shopify-hmac-sha256": signBody(secret, "other") };
    await expectRefused({ headers });
  });

  it("is refused with 413 if it is too long, and with 405 if it isn't a POST", async () => {
    // Its length announced, it is refused unread: a client that went on sending might find the connection closed before it reads why.
    expect((await send({ body: "", headers: { "content-length": "1100000" } })).status).toBe(413);
    expect((await send({ body: "x".repeat(1_100_000), headers: { "transfer-encoding": "chunked" } })).status).toBe(413);
    expect((await send({ method: "PUT" })).status).toBe(405);
    await expectUnharmed();
  });

  it("gets no reason for its refusal", async () => {
    const texts = await Promise.all([
      send({ headers: { "x-shopify-hmac-sha256": undefined } }),
      send({ body: "[]" }),
      send({ headers: { "x-shopify-shop-domain": "borealis-demo.myshopify.com" } }),
    ]);
    expect(new Set(texts.map(({ text }) => text)).size).toBe(1);
  });
});

describe("webhooks about orders", () => {
  const topic = "orders/create" as const;
  const at = () => new Date().toISOString();
  const order = (number: number, when = at()) =>
    JSON.stringify({ admin_graphql_api_id: `gid://shopify/Order/${number}`, created_at: when });
  /** The shop's own address, as only the platform knows it. */
  const ownAddress = async () => {
    const { stateStore, vault, close } = await openStores({
      config: readConfig({ DATA_DIR: sheaf.dataDir }),
      clock: createSystemClock(),
      readModels: "none",
    });
    try {
      const tenant = (await stateStore.get<string>("shop-name:nimbus-demo"))?.value ?? "";
      return webhookPath({ addressedBy: "shop", name: topic }).replace("{key}", webhookKey({ vault }, tenant));
    } finally {
      await close();
    }
  };
  const headers = { "x-shopify-topic": topic };

  it("are ignored if forged, and counted once if repeated", async () => {
    const path = await ownAddress();
    const { orders, leave } = await listenLive(sheaf.url, merchant.client.token() ?? "");
    const forged: Sent[] = [
      { body: order(1), headers: { ...headers, "x-shopify-hmac-sha256": signBody("hush", order(1)) } },
      { body: order(2), headers: { ...headers, "x-shopify-shop-domain": "aurora-demo.myshopify.com" } },
      { body: order(3), headers: { "x-shopify-topic": "orders/updated" } },
      { body: order(4).replace("Order", "Product"), headers },
      { body: order(5), headers, path: path.replace(/shops\/(.)/, (_, first) => `shops/${first === "x" ? "y" : "x"}`) },
    ];
    for (const sent of forged) expect((await send({ path, ...sent })).status).toBe(401);
    const genuine = order(6);
    // Under its own id, and under others: ids are not signed.
    for (let again = 0; again < 20; again += 1) expect((await send({ path, body: genuine, headers })).status).toBe(200);
    const overheard = order(7, new Date(Date.now() - 60 * 60_000).toISOString());
    expect((await send({ path, body: overheard, headers })).status).toBe(200);
    expect((await send({ path, body: order(8), headers })).status).toBe(200);
    await until("the last order arrives", () => orders().some(({ Id }) => Id === "8"));
    expect(orders().map(({ Id, Kind }) => `${Kind} ${Id}`)).toEqual(["new 6", "new 8"]);
    leave();
    await expectUnharmed();
  });
});

describe("a genuine webhook of the platform", () => {
  it("is still accepted, in chunks and with another case of the domain, and uninstalls the shop", async () => {
    const body = JSON.stringify(genuineBodies["app/uninstalled"]?.("Nimbus-Demo.myshopify.com"));
    const sent = {
      body,
      headers: { "transfer-encoding": "chunked", "content-type": "application/json; charset=UTF-8" },
    };
    expect((await send(sent)).status).toBe(200);
    expect((await merchant.client.call("GET", "reports/get-reports")).status).toBe(401);
  });

  it("arrives from the demo platform when a merchant uninstalls Sheaf", async () => {
    const other = await logIn(sheaf, "aurora-demo");
    expect((await other.client.call("GET", "reports/get-reports")).status).toBe(200);
    await demoControl(sheaf.demoUrl, "aurora-demo").uninstall();
    await until(
      "the merchant is logged out",
      async () => (await other.client.call("GET", "reports/get-reports")).status === 401,
    );
  });
});
