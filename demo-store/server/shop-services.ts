import type { ServerResponse } from "node:http";
import { checkBulkQuery } from "../bulk/refusals.ts";
import { runBulkQuery } from "../bulk/run.ts";
import { type DemoShop, demoShop } from "../generate/shops.ts";
import { type Bucket, createBucket } from "../graphql/bucket.ts";
import { demoSchema } from "../graphql/schema.ts";
import { createShopOrders, type ShopOrders } from "../platform/orders.ts";
import { shopProfile } from "../platform/profile.ts";
import { type BillingService, createBilling } from "../services/billing.ts";
import { type BulkService, createBulk } from "../services/bulk.ts";
import { type ComplianceSubject, type ComplianceTopic, complianceBody } from "../services/compliance.ts";
import type { InstallationStore } from "../services/state.ts";
import { createTokenGrants, type TokenGrants } from "../services/token-grants.ts";
import { createWebhooks, type WebhookService } from "../services/webhooks.ts";
import { createFaults, type Faults } from "./faults.ts";
import type { DemoStoreOptions } from "./options.ts";

type Stats = {
  /** Calls of the GraphQL endpoint, with any outcome. */
  requests: number;
  queries: number;
  /** Pages of the root connection `orders`. */
  orderPages: number;
  /** Codes exchanged for tokens, and tokens refreshed. */
  exchanges: number;
  refreshes: number;
  throttles: number;
  bulkDownloads: number;
  pictures: number;
  unauthorized: number;
};

const zero = (): Stats => ({
  requests: 0,
  queries: 0,
  orderPages: 0,
  exchanges: 0,
  refreshes: 0,
  throttles: 0,
  bulkDownloads: 0,
  pictures: 0,
  unauthorized: 0,
});

/** The platform's data and services for one shop. */
export type ShopServices = {
  shop: DemoShop;
  domain: string;
  orders: ShopOrders;
  grants: TokenGrants;
  billing: BillingService;
  webhooks: WebhookService;
  bulk: BulkService;
  bucket: Bucket;
  bucketStatus(): ReturnType<Bucket["status"]>;
  faults: Faults;
  stats: Stats;
  /** Responses left open on purpose. */
  unanswered: Set<ServerResponse>;
  count(): number;
  /** Makes the next orders come in now. */
  insert(orders: number): void;
  /** Notifies subscribers of orders since the last call. The first call notifies nobody. */
  announceOrders(): void;
  uninstall(): void;
  /** Sends a privacy webhook, with or without an installed app. */
  sendComplianceWebhook(topic: ComplianceTopic, subject: ComplianceSubject): void;
  /** Clears faults, stats and inserted orders, and fills the bucket; installations stay. */
  reset(): void;
};

/** Orders announced at once, the newest ones. A machine that slept may have missed hundreds. */
const maxAnnounced = 50;

export const API_VERSION = "2026-10";

export const createShopServices = (name: string, options: DemoStoreOptions, state: InstallationStore): ShopServices => {
  const perMinute = options.ordersPerMinute;
  const origin = `${options.origin()}/${name}`;
  const shop = demoShop(name, {
    demoNow: options.demoNow,
    origin,
    smallShops: options.smallShops,
    ...(options.seed === undefined ? {} : { seed: options.seed }),
    ...(perMinute > 0 ? { intervalMs: Math.round(60_000 / perMinute) } : {}),
  });
  const domain = `${name}.myshopify.com`;
  const wall = (): number => options.wall().getTime();
  const stats = zero();
  const faults = createFaults();
  const bucket = createBucket(options.pointsPerSecond);
  const webhooks = createWebhooks({
    shop: name,
    domain,
    state,
    wall,
    clientSecret: options.clientSecret,
    apiVersion: API_VERSION,
    fetch: options.fetch ?? fetch,
    ...(options.webhookRetriesMs ? { retriesMs: options.webhookRetriesMs } : {}),
  });
  const billing = createBilling({
    shop: name,
    origin,
    state,
    wall,
    onChange: ({ id, name: title, status }) =>
      webhooks.send("APP_SUBSCRIPTIONS_UPDATE", {
        app_subscription: {
          admin_graphql_api_id: id,
          name: title,
          status,
          admin_graphql_api_shop_id: shopProfile(shop).id,
        },
      }),
  });
  const grants = createTokenGrants({
    shop: name,
    state,
    wall,
    clientId: options.clientId,
    clientSecret: options.clientSecret,
    onRefresh: () => {
      stats.refreshes++;
    },
  });
  const orders = createShopOrders(shop, faults.applyUnreadable);
  const bulk: BulkService = createBulk({
    shop: name,
    origin: options.origin,
    state,
    wall,
    clientSecret: options.clientSecret,
    check: (query) => {
      const checked = checkBulkQuery(demoSchema(), query);
      return "refusals" in checked ? checked.refusals : [];
    },
    run: (record, { write, onCount }, signal) =>
      runBulkQuery({
        schema: demoSchema(),
        record,
        context: {
          shop,
          orders,
          count: record.frozen.orders,
          firstVisible: record.frozen.firstVisible,
          now: record.frozen.now,
          clientId: options.clientId,
          scopes: new Set(record.frozen.scopes),
          billing,
          webhooks,
          bulk,
          bulkFaults: faults.takeForBulk,
          reports: [],
          onOrdersPage: () => undefined,
        },
        write,
        onCount,
        signal,
      }),
    // Receivers may trust only the id in its payload (P-4.6).
    onFinish: ({ id, status, errorCode, createdAt, completedAt }) =>
      webhooks.send("BULK_OPERATIONS_FINISH", {
        admin_graphql_api_id: id,
        status: status.toLowerCase(),
        error_code: errorCode?.toLowerCase() ?? null,
        type: "query",
        created_at: createdAt,
        completed_at: completedAt,
      }),
  });
  let inserted = 0;
  // A shop without orders stays empty, for trying empty reports.
  const countDue = (): number =>
    perMinute > 0 && shop.orders > 0
      ? Math.max(shop.orders, shop.timeline.countBefore(options.now().getTime() + 1))
      : shop.orders;
  const count = (): number => Math.max(countDue(), inserted);
  let announcedUpTo: number | undefined;
  const announceOrder = (index: number): void => {
    const { id, legacyResourceId, name: number, createdAt, updatedAt, email } = orders.at(index);
    const payload = {
      id: Number(legacyResourceId),
      admin_graphql_api_id: id,
      name: number,
      email,
      created_at: createdAt,
      updated_at: updatedAt,
    };
    webhooks.send("ORDERS_CREATE", payload);
    webhooks.send("ORDERS_UPDATED", payload);
  };

  return {
    shop,
    domain,
    orders,
    grants,
    billing,
    webhooks,
    bulk,
    bucket,
    bucketStatus: () => bucket.status(wall()),
    faults,
    stats,
    unanswered: new Set(),
    count,
    insert: (orders) => {
      inserted = count() + orders;
    },
    announceOrders: () => {
      const now = count();
      for (let index = Math.max(announcedUpTo ?? now, now - maxAnnounced); index < now; index++) announceOrder(index);
      announcedUpTo = now;
    },
    uninstall: () => {
      const { id, name: title, email } = shopProfile(shop);
      webhooks.send("APP_UNINSTALLED", {
        id: Number(shop.platformId),
        admin_graphql_api_id: id,
        name: title,
        email,
        domain,
        myshopify_domain: domain,
        iana_timezone: shop.zone,
        currency: shop.currency,
        plan_name: shop.plan.toLowerCase(),
      });
      grants.revoke();
      billing.end();
      webhooks.forgetSubscriptions();
    },
    sendComplianceWebhook: (topic, subject) =>
      webhooks.sendConfigured(
        topic,
        `${options.appUrl}/webhooks/${topic}`,
        complianceBody(topic, { platformId: shop.platformId, domain }, subject),
      ),
    reset: () => {
      faults.clear();
      Object.assign(stats, zero());
      inserted = 0;
      bucket.refill();
    },
  };
};
