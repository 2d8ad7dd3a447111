import type { Config } from "#infra/config/config.ts";
import type { WebhookAddress } from "#infra/ports/store-platform.ts";
import type { Vault } from "#infra/ports/stores/vault.ts";

/** `topic`: an address for all shops; `shop`: one of each shop's own. */
type Place = { at: "topic" | "shop"; name: string };

/** Where the platform delivers a topic, with `{key}` for the shop's secret part; the template in logs and metrics. */
export const pathOf = ({ at, name }: Place): string =>
  at === "topic" ? `/webhooks/${name}` : `/webhooks/shops/{key}/${name}`;

/** The part of an address that only we and the platform know: a keyed hash of the tenant, so that nothing has to be kept. */
export const keyOf = ({ vault }: { vault: Pick<Vault, "sign"> }, tenant: string): string =>
  vault.sign("webhook-address", tenant);

type Deps = { vault: Pick<Vault, "sign">; config: Pick<Config, "APP_URL"> };

const addressOf = ({ vault, config }: Deps, tenant: string, place: Place): string =>
  config.APP_URL + pathOf(place).replace("{key}", keyOf({ vault }, tenant));

const places: readonly Place[] = [
  { at: "topic", name: "app/uninstalled" },
  { at: "shop", name: "app_subscriptions/update" },
];

/** What Sheaf cannot do without. The compliance topics cannot be asked for: they are set up at the platform (docs/operations.md). */
export const addressesFor = (deps: Deps, tenant: string): WebhookAddress[] =>
  places.map((place) => ({ topic: place.name, address: addressOf(deps, tenant, place) }));

/**
 * Topics that tell of orders, and all that is asked to be sent of one: nothing of it is personal, and by it a body of one topic is none of the
 * other. They are a help to whoever looks at a live page, and nothing depends on them (ADR 94).
 */
const orderTopics = {
  "orders/create": ["admin_graphql_api_id", "created_at"],
  "orders/updated": ["admin_graphql_api_id", "updated_at"],
} as const;
export type OrderTopic = keyof typeof orderTopics;

export const orderAddressesFor = (deps: Deps, tenant: string): WebhookAddress[] =>
  Object.entries(orderTopics).map(([name, fields]) => ({
    topic: name,
    address: addressOf(deps, tenant, { at: "shop", name }),
    fields,
  }));
