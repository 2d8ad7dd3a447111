import { z } from "zod";
import { checkForWebhook } from "#application/jobs/subscription-check-job.ts";
import { checkSubscription } from "#application/session/check-subscription.ts";
import { hintTopic, usualLargest } from "./topic.ts";

/** So long the platform may take to answer before the question is left to upkeep: it waits 5 s for us in all, ms. */
const patience = 3_000;

/** A subscription has changed somehow: the platform is asked how. */
export const appSubscriptionsUpdate = hintTopic({
  name: "app_subscriptions/update",
  body: z.object({ app_subscription: z.object({ admin_graphql_api_id: z.string() }) }),
  largest: usualLargest,
  remembered: true,
  handle: async ({ runner, platform, config, queue, clock }, { tenant, webhookId, requestId, log }) => {
    try {
      await checkSubscription(
        { runner, platform, environment: config.ENVIRONMENT },
        tenant,
        { actor: { kind: "system", part: "webhooks" }, correlation: requestId, causation: webhookId },
        AbortSignal.timeout(patience),
      );
    } catch (err) {
      log.warn({ err }, "A subscription could not be checked at once; upkeep will check it.");
      await queue.enqueue(checkForWebhook(tenant, webhookId, clock.now()));
    }
  },
});
