import { z } from "zod";
import { webhookCheckJob } from "#application/jobs/subscription-check-job.ts";
import { checkSubscription } from "#application/session/check-subscription.ts";
import { defaultMaxBodyBytes, defineHintTopic } from "./topic.ts";

/** Timeout, ms; then upkeep takes over. The platform waits only 5 s for our response. */
const platformTimeout = 3_000;

/** Requests the subscription's state from the platform. */
export const appSubscriptionsUpdate = defineHintTopic({
  name: "app_subscriptions/update",
  body: z.object({ app_subscription: z.object({ admin_graphql_api_id: z.string() }) }),
  maxBodyBytes: defaultMaxBodyBytes,
  remembered: true,
  handle: async ({ runner, platform, config, queue, clock }, { tenant, webhookId, requestId, log }) => {
    try {
      await checkSubscription(
        { runner, platform, environment: config.ENVIRONMENT },
        tenant,
        { actor: { kind: "system", part: "webhooks" }, correlation: requestId, causation: webhookId },
        AbortSignal.timeout(platformTimeout),
      );
    } catch (err) {
      log.warn({ err }, "A subscription could not be checked at once; upkeep will check it.");
      await queue.enqueue(webhookCheckJob(tenant, webhookId, clock.now()));
    }
  },
});
