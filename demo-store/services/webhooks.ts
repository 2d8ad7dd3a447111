import { randomUUID } from "node:crypto";
import { signBody } from "./signatures.ts";
import type { InstallationStore, WebhookRecord } from "./state.ts";

/** Delays before the eight retries over four hours, ms (P-3). */
const RETRIES_MS = [10_000, 60_000, 300_000, 900_000, 1_800_000, 2_700_000, 3_600_000, 4_200_000];
const DELIVERY_MS = 5_000;
const maxDeliveries = 1_000;

export type Delivery = {
  topic: string;
  uri: string;
  webhookId: string;
  status: number | null;
  tries: number;
  delivered: boolean;
  /** Exactly the bytes sent. */
  body: string;
};

export type WebhookOptions = {
  shop: string;
  domain: string;
  state: InstallationStore;
  wall: () => number;
  clientSecret: string;
  apiVersion: string;
  fetch: typeof fetch;
  /** Delay before each retry, ms. */
  retriesMs?: readonly number[];
};

/** Converts APP_UNINSTALLED to app/uninstalled, APP_SUBSCRIPTIONS_UPDATE to app_subscriptions/update. */
const topicHeader = (topic: string): string =>
  topic === "APP_SCOPES_UPDATE" ? "app/scopes_update" : topic.toLowerCase().replace(/_([^_]+)$/, "/$1");

/** The requested top-level fields, by default all. */
const partOf = (payload: Readonly<Record<string, unknown>>, fields: readonly string[]) =>
  fields.length === 0 ? payload : Object.fromEntries(Object.entries(payload).filter(([name]) => fields.includes(name)));

/** The app's webhook subscriptions at one shop and their deliveries. */
export const createWebhooks = (options: WebhookOptions) => {
  const { shop, domain, state, wall, clientSecret, apiVersion } = options;
  const waits = options.retriesMs ?? RETRIES_MS;
  /** The newest deliveries only, as a shop with incoming orders never stops sending. */
  const deliveries: Delivery[] = [];
  const timers = new Set<NodeJS.Timeout>();
  const running = new Set<Promise<void>>();
  let breakSignatures = 0;
  let closed = false;
  const own = () => state.of(shop);

  const post = async (delivery: Delivery, body: string, headers: Record<string, string>): Promise<void> => {
    const wrong = breakSignatures > 0;
    if (wrong) breakSignatures--;
    const hmac = wrong ? signBody(`${clientSecret}?`, body) : signBody(clientSecret, body);
    delivery.tries++;
    try {
      const response = await options.fetch(delivery.uri, {
        method: "POST",
        body,
        headers: { ...headers, "X-Shopify-Hmac-Sha256": hmac },
        redirect: "manual",
        signal: AbortSignal.timeout(DELIVERY_MS),
      });
      await response.arrayBuffer();
      delivery.status = response.status;
      delivery.delivered = response.status >= 200 && response.status < 300;
    } catch {
      // The delivery stays open and is retried.
      delivery.status = null;
    }
    if (delivery.delivered || closed) return;
    const wait = waits[delivery.tries - 1];
    if (wait === undefined) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      track(post(delivery, body, headers));
    }, wait);
    timer.unref();
    timers.add(timer);
  };
  const track = (work: Promise<void>): void => {
    running.add(work);
    void work.finally(() => running.delete(work));
  };

  const sendTo = (
    to: readonly Pick<WebhookRecord, "uri" | "includeFields">[],
    topic: string,
    payload: Readonly<Record<string, unknown>>,
  ): void => {
    const eventId = randomUUID();
    for (const { uri, includeFields } of to) {
      const body = JSON.stringify(partOf(payload, includeFields));
      const delivery: Delivery = {
        topic,
        uri,
        webhookId: randomUUID(),
        status: null,
        tries: 0,
        delivered: false,
        body,
      };
      deliveries.push(delivery);
      if (deliveries.length > maxDeliveries) deliveries.shift();
      track(
        post(delivery, body, {
          "Content-Type": "application/json",
          "X-Shopify-Topic": topic,
          "X-Shopify-Shop-Domain": domain,
          "X-Shopify-API-Version": apiVersion,
          "X-Shopify-Webhook-Id": delivery.webhookId,
          "X-Shopify-Event-Id": eventId,
          "X-Shopify-Triggered-At": new Date(wall()).toISOString(),
        }),
      );
    }
  };

  return {
    subscribe: (input: { topic: string; webhookSubscription: Partial<WebhookRecord> }) => {
      const { topic, webhookSubscription } = input;
      const { uri } = webhookSubscription;
      const refuse = (field: string[], message: string) => ({
        webhookSubscription: null,
        userErrors: [{ field, message }],
      });
      if (!uri || !/^https?:\/\//.test(uri))
        return refuse(["webhookSubscription", "callbackUrl"], "Address is not a valid URL");
      if (own().webhooks.some((one) => one.topic === topic && one.uri === uri))
        return refuse(["webhookSubscription", "callbackUrl"], "Address for this topic has already been taken");
      const number = 1_300_000_000_000 + own().nextId++;
      const at = `${new Date(wall()).toISOString().slice(0, 19)}Z`;
      const record: WebhookRecord = {
        id: `gid://shopify/WebhookSubscription/${number}`,
        legacyResourceId: String(number),
        topic,
        uri,
        format: webhookSubscription.format ?? "JSON",
        filter: webhookSubscription.filter ?? null,
        includeFields: [...(webhookSubscription.includeFields ?? [])],
        createdAt: at,
        updatedAt: at,
      };
      own().webhooks.push(record);
      state.save();
      return { webhookSubscription: record, userErrors: [] };
    },
    unsubscribe: (id: string) => {
      const found = own().webhooks.some((one) => one.id === id);
      own().webhooks = own().webhooks.filter((one) => one.id !== id);
      state.save();
      return found
        ? { deletedWebhookSubscriptionId: id, userErrors: [] }
        : {
            deletedWebhookSubscriptionId: null,
            userErrors: [{ field: ["id"], message: "Webhook subscription does not exist" }],
          };
    },
    list: (): WebhookRecord[] => own().webhooks,
    byId: (id: string): WebhookRecord | null => own().webhooks.find((one) => one.id === id) ?? null,
    /** Sends to all subscribers of the topic. Retries run in the background. */
    send: (topic: string, payload: Readonly<Record<string, unknown>>): void =>
      sendTo(
        own().webhooks.filter((one) => one.topic === topic),
        topicHeader(topic),
        payload,
      ),
    /** Sends to an address of the app's own configuration. `topic`: as in the header. */
    sendConfigured: (topic: string, uri: string, payload: Readonly<Record<string, unknown>>): void =>
      sendTo([{ uri, includeFields: [] }], topic, payload),
    forgetSubscriptions: (): void => {
      own().webhooks = [];
      state.save();
    },
    /** The next deliveries carry a wrong HMAC. */
    breakSignatures: (times: number): void => {
      breakSignatures = times;
    },
    deliveries: (): readonly Delivery[] => deliveries,
    /** Stops retrying and waits for deliveries in flight. */
    close: async (): Promise<void> => {
      closed = true;
      for (const timer of timers) clearTimeout(timer);
      await Promise.allSettled(running);
    },
  };
};
export type WebhookService = ReturnType<typeof createWebhooks>;
