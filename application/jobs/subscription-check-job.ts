import { dayMs } from "#domain/retention/retention.ts";
import type { Job } from "#infra/ports/work-queue.ts";
import { upkeepLane } from "./upkeep-lane.ts";

export const subscriptionCheckKind = "check-subscription";

const jobOf = (tenant: string, cause: string, dueAt: Date): Job => ({
  id: `${subscriptionCheckKind}:${tenant}:${cause}`,
  kind: subscriptionCheckKind,
  lane: upkeepLane,
  tenant,
  dueAt,
  payload: {},
});

/** Checks a shop's subscription, once per UTC day. */
export const dailyCheckJob = (tenant: string, dueAt: Date): Job =>
  jobOf(tenant, dueAt.toISOString().slice(0, 10), dueAt);

export const nextDayCheckJob = (tenant: string, instant: Date): Job =>
  dailyCheckJob(tenant, new Date(instant.getTime() + dayMs));

export const webhookCheckJob = (tenant: string, webhookId: string, dueAt: Date): Job => ({
  ...jobOf(tenant, `webhook:${webhookId}`, dueAt),
  atOnce: true,
});
