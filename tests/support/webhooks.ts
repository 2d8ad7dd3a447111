import { webhookKey, webhookPath } from "#application/webhooks/addresses.ts";
import { topics } from "../../command-api/webhooks/topics.ts";
import { webhookSignature } from "./platform-for-tests.ts";
import type { Asked, WebForTests } from "./web-for-tests.ts";

/** An order's requested fields, and some sent anyway. */
const orderTold = { admin_graphql_api_id: "gid://shopify/Order/820982911946154500", email: "jon@example.com" };

/** The platform's webhook bodies by topic (P-3), used or not. */
export const genuineBodies: Readonly<Record<string, (domain: string) => object>> = {
  "app/uninstalled": (domain) => ({
    id: 7001,
    name: "A shop",
    email: "owner@shop.example",
    domain: null,
    myshopify_domain: domain,
    plan_name: "basic",
    iana_timezone: "Europe/Athens",
  }),
  "shop/redact": (domain) => ({ shop_id: 7001, shop_domain: domain }),
  "customers/redact": (domain) => ({
    shop_id: 7001,
    shop_domain: domain,
    customer: { id: 191167, email: "john@example.com", phone: "555-625-1199" },
    orders_to_redact: [299938, 280263],
  }),
  "customers/data_request": (domain) => ({
    shop_id: 7001,
    shop_domain: domain,
    orders_requested: [299938, 280263],
    customer: { id: 191167, email: "john@example.com", phone: "555-625-1199" },
    data_request: { id: 9999 },
  }),
  "app_subscriptions/update": () => ({
    app_subscription: {
      admin_graphql_api_id: "gid://shopify/AppSubscription/1029266954",
      name: "Sheaf Starter",
      status: "CANCELLED",
      admin_graphql_api_shop_id: "gid://shopify/Shop/7001",
    },
  }),
  "orders/create": () => ({ ...orderTold, created_at: "2026-11-20T13:59:58+02:00" }),
  "orders/updated": () => ({ ...orderTold, updated_at: "2026-11-20T13:59:58+02:00" }),
  "bulk_operations/finish": () => ({
    admin_graphql_api_id: "gid://shopify/BulkOperation/1",
    status: "completed",
    type: "query",
  }),
};

export type SentWebhook = {
  topic: string;
  /** The shop's name, part of the domain in header and body. */
  shop?: string;
  /** Default: its topic's path. */
  path?: string;
  /** The raw body; default: the topic's genuine one. */
  raw?: string | Uint8Array<ArrayBuffer>;
  id?: string;
  headers?: Record<string, string>;
};

/** Makes the platform's signed request with its headers. */
const webhookRequest = (sent: SentWebhook): Asked => {
  const domain = `${sent.shop ?? "aurora-demo"}.myshopify.com`;
  const raw = sent.raw ?? JSON.stringify(genuineBodies[sent.topic]?.(domain));
  return {
    raw,
    headers: {
      "content-type": "application/json",
      "x-shopify-topic": sent.topic,
      "x-shopify-shop-domain": domain,
      "x-shopify-api-version": "2026-10",
      "x-shopify-webhook-id": sent.id ?? "b54557e4-bdd9-4b37-8a5f-bf7d70bcd043",
      "x-shopify-hmac-sha256": webhookSignature(raw),
      ...sent.headers,
    },
  };
};

/** Returns a topic's address for a shop: its own, if any. */
export const addressOf = async (web: WebForTests, name: string, shop = "aurora-demo"): Promise<string> => {
  const topic = topics.find((one) => one.name === name);
  if (!topic) return `/webhooks/${name}`;
  const tenant = (await web.state.get<string>(`shop-name:${shop}`))?.value ?? "";
  return webhookPath(topic).replace("{key}", webhookKey(web, tenant));
};

/** Sends it as the platform does. */
export const deliver = async (web: WebForTests, sent: SentWebhook) =>
  web.ask("POST", sent.path ?? (await addressOf(web, sent.topic, sent.shop)), webhookRequest(sent));
