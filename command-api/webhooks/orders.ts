import { z } from "zod";
import type { ReportedOrder } from "#application/live/arrival.ts";
import type { OrderTopic } from "#application/webhooks/addresses.ts";
import { parseIdNumber } from "#domain/orders/parse-id-number.ts";
import type { CommandApiDeps } from "../deps.ts";
import { defaultMaxBodyBytes, defineHintTopic, type HintTopic } from "./topic.ts";

const id = z.string().regex(/^gid:\/\/shopify\/Order\/[1-9]\d{0,19}$/);
const instant = z.iso.datetime({ offset: true });

/** Oldest accepted webhook, ms. The platform repeats deliveries for 4 hours, and others may replay captured ones. */
const maxAge = 15 * 60_000;

const reportOrder = (
  { arrivals, clock }: Pick<CommandApiDeps, "arrivals" | "clock">,
  tenant: string,
  kind: ReportedOrder["kind"],
  { order, at }: { order: string; at: string },
): void => {
  const of = new Date(at);
  if (Math.abs(clock.now().getTime() - of.getTime()) > maxAge) return;
  arrivals.report(tenant, { id: parseIdNumber(order), kind, of: of.toISOString() });
};

/**
 * These topics are not remembered: repeats are deduplicated by content, and a flood must not cost a write each (ADR
 * 94).
 */
const orderTopicOptions = { maxBodyBytes: defaultMaxBodyBytes, remembered: false } as const;

/** New orders, for live pages. Only the ids count. */
export const ordersCreate: HintTopic = defineHintTopic({
  ...orderTopicOptions,
  name: "orders/create" satisfies OrderTopic,
  body: z.object({ admin_graphql_api_id: id, created_at: instant }),
  forbiddenFields: ["updated_at"],
  handle: async (deps, { tenant }, { admin_graphql_api_id: order, created_at: at }) =>
    reportOrder(deps, tenant, "new", { order, at }),
});

/** Changed orders, like {@link ordersCreate}. */
export const ordersUpdated: HintTopic = defineHintTopic({
  ...orderTopicOptions,
  name: "orders/updated" satisfies OrderTopic,
  body: z.object({ admin_graphql_api_id: id, updated_at: instant }),
  forbiddenFields: ["created_at"],
  handle: async (deps, { tenant }, { admin_graphql_api_id: order, updated_at: at }) =>
    reportOrder(deps, tenant, "changed", { order, at }),
});
