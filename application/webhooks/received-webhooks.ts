import { dayMs, webhookIdKeptDays } from "#domain/retention/retention.ts";
import type { ConsoleWebhook } from "#domain/wire/support/console-alerts.ts";
import type { Clock } from "#infra/ports/clock.ts";
import type { StateStore } from "#infra/ports/stores/state-store.ts";
import { readNewestByDay, toUtcDay } from "../pages/newest-by-day.ts";

export type ReceivedWebhook = Omit<ConsoleWebhook, "id">;

const prefix = "received-webhook:";
const index = "received-on";

/**
 * Records a webhook for support, as long as its id is known. A repeated delivery overwrites it. `id`: unique per
 * webhook.
 */
export const recordReceived = async (
  { state, clock }: { state: StateStore; clock: Clock },
  id: string,
  received: Omit<ReceivedWebhook, "at">,
): Promise<void> => {
  const now = clock.wall();
  const value: ReceivedWebhook = { ...received, at: now.toISOString() };
  await state.put(`${prefix}${id}`, value, {
    expiresAt: new Date(now.getTime() + webhookIdKeptDays * dayMs),
    index: { [index]: toUtcDay(now) },
    durable: "soon",
  });
};

export const readReceived = (deps: { state: Pick<StateStore, "find">; clock: Clock }): Promise<ConsoleWebhook[]> =>
  readNewestByDay<ReceivedWebhook, ConsoleWebhook>(deps, {
    index,
    days: webhookIdKeptDays,
    rowOf: (key, received) => ({ id: key.slice(prefix.length), ...received }),
  });
