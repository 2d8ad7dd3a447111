import type { Config } from "#infra/config/config.ts";
import type { WebhookAddress } from "#infra/ports/store-platform.ts";
import type { Vault } from "#infra/ports/stores/vault.ts";

/** `topic`: one address for all shops. */
type Place = { addressedBy: "topic" | "shop"; name: string };

/** Path with `{key}` for the shop's secret part; also the template in logs and metrics. */
export const webhookPath = ({ addressedBy, name }: Place): string =>
  addressedBy === "topic" ? `/webhooks/${name}` : `/webhooks/shops/{key}/${name}`;

/** Secret part of an address: a keyed hash, which needs no storage. */
export const webhookKey = ({ vault }: { vault: Pick<Vault, "sign"> }, tenant: string): string =>
  vault.sign("webhook-address", tenant);

type Deps = { vault: Pick<Vault, "sign">; config: Pick<Config, "APP_URL"> };

const addressOf = ({ vault, config }: Deps, tenant: string, place: Place): string =>
  config.APP_URL + webhookPath(place).replace("{key}", webhookKey({ vault }, tenant));

const places: readonly Place[] = [
  { addressedBy: "topic", name: "app/uninstalled" },
  { addressedBy: "shop", name: "app_subscriptions/update" },
];

/**
 * Addresses to register. Compliance topics cannot be requested; they are set up at the platform (docs/operations.md).
 */
export const addressesFor = (deps: Deps, tenant: string): WebhookAddress[] =>
  places.map((place) => ({ topic: place.name, address: addressOf(deps, tenant, place) }));

/**
 * Fields requested by topic, none of them personal. Bodies of one topic don't fit the other. For live pages (ADR 94).
 */
const orderTopics = {
  "orders/create": ["admin_graphql_api_id", "created_at"],
  "orders/updated": ["admin_graphql_api_id", "updated_at"],
} as const;
export type OrderTopic = keyof typeof orderTopics;

export const orderAddressesFor = (deps: Deps, tenant: string): WebhookAddress[] =>
  Object.entries(orderTopics).map(([name, fields]) => ({
    topic: name,
    address: addressOf(deps, tenant, { addressedBy: "shop", name }),
    fields,
  }));
