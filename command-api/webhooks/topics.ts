import { appSubscriptionsUpdate } from "./app-subscriptions-update.ts";
import { appUninstalled } from "./app-uninstalled.ts";
import { ordersCreate, ordersUpdated } from "./orders.ts";
import { customersDataRequest, customersRedact, shopRedact } from "./privacy.ts";
import type { WebhookTopic } from "./topic.ts";

export const topics: readonly WebhookTopic[] = [
  appUninstalled,
  appSubscriptionsUpdate,
  ordersCreate,
  ordersUpdated,
  customersDataRequest,
  customersRedact,
  shopRedact,
];
