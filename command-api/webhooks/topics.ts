import { appSubscriptionsUpdate } from "./app-subscriptions-update.ts";
import { appUninstalled } from "./app-uninstalled.ts";
import { customersDataRequest, customersRedact, shopRedact } from "./privacy.ts";
import type { WebhookTopic } from "./topic.ts";

/** Every topic that is taken. */
export const topics: readonly WebhookTopic[] = [
  appUninstalled,
  appSubscriptionsUpdate,
  customersDataRequest,
  customersRedact,
  shopRedact,
];
