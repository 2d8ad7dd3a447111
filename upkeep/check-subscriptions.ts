import { decodeEvent } from "#application/events/decode-event.ts";
import { skipIfDamaged } from "#application/events/skip-if-damaged.ts";
import { completed, type JobHandler, reschedule } from "#application/jobs/job.ts";
import { dailyCheckJob, nextDayCheckJob, subscriptionCheckKind } from "#application/jobs/subscription-check-job.ts";
import { checkSubscription, hasAnyCharge } from "#application/session/check-subscription.ts";
import { readTenants } from "#application/session/shop-names.ts";
import { registerOrderWebhooks } from "#application/webhooks/register-order-webhooks.ts";
import { upcasters } from "#domain/event-schemas.ts";
import { shopDecider } from "#domain/shop/decider.ts";
import { PlatformError } from "#infra/ports/store-platform.ts";
import type { UpkeepDeps } from "./deps.ts";
import type { MaintenanceTask } from "./maintenance-task.ts";

/** Permanent, like every reaction group. */
export const subscriptionChecksGroup = "charges-to-subscription-checks";

/** Timeout for the platform, ms of wall time. */
const platformTimeout = 10_000;
/** Delay until the next check if the platform didn't respond, ms of wall time. */
const recheckDelay = 10 * 60_000;

/** True for refusals that last as long as the shop's state: asking before tomorrow is useless. */
const isPermanentRefusal = ({ code }: { code?: unknown }): boolean =>
  ["reconnect-needed", "access-denied", "shop-unavailable"].includes(String(code));

const isPlatformError = (error: unknown): error is PlatformError | DOMException =>
  error instanceof PlatformError || (error instanceof DOMException && error.name === "TimeoutError");

/** Checks daily with the platform if a shop still pays. Without a response, no subscription ends. */
export const createSubscriptionCheckTask = (deps: UpkeepDeps): MaintenanceTask => {
  const { queue, clock, log, runner, platform, environment } = deps;

  const handle: JobHandler = async (job, signal) => {
    const { tenant } = job;
    const request = { actor: { kind: "system", part: "upkeep" }, correlation: job.id, causation: job.id } as const;
    try {
      const limit = AbortSignal.any([signal, AbortSignal.timeout(platformTimeout)]);
      const shop = await checkSubscription({ runner, platform, environment }, tenant, request, limit);
      // The shop may have logged in before these webhooks, or the platform dropped them.
      if (shop) await registerOrderWebhooks(deps, { tenant, shop: shop.shop, signal: limit });
      // The next activated charge restarts the checks.
      if (!shop || !hasAnyCharge(shop)) return completed;
    } catch (err) {
      if (signal.aborted) return reschedule(0);
      if (!isPlatformError(err)) throw err;
      if (!isPermanentRefusal(err)) {
        log.warn({ job: job.id, err }, "A subscription could not be checked; it is checked again in 10 minutes.");
        return reschedule(recheckDelay);
      }
      log.info(
        { job: job.id, code: err.code },
        "A subscription cannot be checked today; it is checked again tomorrow.",
      );
    }
    await queue.enqueue(nextDayCheckJob(tenant, clock.now()));
    return completed;
  };

  return {
    group: subscriptionChecksGroup,
    types: ["ChargeActivated"],
    handle: async (events) => {
      for (const recorded of events) {
        const { tenant, instant } = decodeEvent(recorded, upcasters).metadata;
        await queue.enqueue(nextDayCheckJob(tenant, new Date(instant)));
      }
    },
    restore: async () => {
      for (const tenant of await readTenants(deps.stateStore)) {
        const { waiting, running } = await queue.countOpen({ tenant, kinds: [subscriptionCheckKind] });
        if (waiting + running > 0) continue;
        const state = (await skipIfDamaged(log, () => runner.load(shopDecider, tenant)))?.state;
        if (state?.status !== "authorized" || !hasAnyCharge(state)) continue;
        // If today's job exists, only tomorrow's check is missing.
        const today = await queue.enqueue(dailyCheckJob(tenant, clock.now()));
        if (!today) await queue.enqueue(nextDayCheckJob(tenant, clock.now()));
        log.warn({ tenant }, "The next check of a shop's subscription was missing; it is scheduled again.");
      }
    },
    handlers: {
      [subscriptionCheckKind]: {
        run: handle,
        // Otherwise no check would follow a failed one.
        onDiscarded: async ({ tenant }) => void (await queue.enqueue(nextDayCheckJob(tenant, clock.now()))),
      },
    },
  };
};
