import { timingSafeEqual } from "node:crypto";
import type { WebhookAddress } from "#infra/ports/store-platform.ts";
import type { Vault } from "#infra/ports/vault.ts";
import type { CommandApiDeps } from "../deps.ts";
import { appSubscriptionsUpdate } from "./app-subscriptions-update.ts";
import { appUninstalled } from "./app-uninstalled.ts";
import type { WebhookTopic } from "./topic.ts";

/** Where the platform delivers a topic, with `{key}` for the shop's secret part; the template in logs and metrics. */
export const pathOf = ({ at, name }: Pick<WebhookTopic, "at" | "name">): string =>
  at === "topic" ? `/webhooks/${name}` : `/webhooks/shops/{key}/${name}`;

/** The part of an address that only we and the platform know: a keyed hash of the tenant, so that nothing has to be kept. */
export const keyOf = ({ vault }: { vault: Pick<Vault, "sign"> }, tenant: string): string =>
  vault.sign("webhook-address", tenant);

/** True when a key belongs to a tenant; takes as long for one that nearly does. */
export const isKeyOf = (deps: { vault: Pick<Vault, "sign"> }, key: string, tenant: string): boolean => {
  const [given, right] = [Buffer.from(key), Buffer.from(keyOf(deps, tenant))];
  return given.length === right.length && timingSafeEqual(given, right);
};

/** What is asked of the platform at log-in. The compliance topics cannot be: they are set up at the platform (docs/operations.md). */
export const addressesFor = (deps: Pick<CommandApiDeps, "vault" | "config">, tenant: string): WebhookAddress[] =>
  [appUninstalled, appSubscriptionsUpdate].map((topic) => ({
    topic: topic.name,
    address: deps.config.APP_URL + pathOf(topic).replace("{key}", keyOf(deps, tenant)),
  }));
