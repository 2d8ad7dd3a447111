import { dayMs, webhookKnownDays } from "#domain/retention/retention.ts";
import type { ConsoleWebhook } from "#domain/wire/support/console-signs.ts";
import type { Clock } from "#infra/ports/clock.ts";
import type { StateStore } from "#infra/ports/stores/state-store.ts";
import { dayOf, newestByDay } from "../pages/newest-by-day.ts";

/** An accepted webhook, without its body. */
export type Received = Omit<ConsoleWebhook, "id">;

const prefix = "received-webhook:";
const index = "received-on";

/**
 * Records a webhook's outcome for support, as long as its id is known. A repeated delivery overwrites it. `id`: unique
 * per webhook.
 */
export const noteReceived = async (
  { state, clock }: { state: StateStore; clock: Clock },
  id: string,
  received: Omit<Received, "at">,
): Promise<void> => {
  const now = clock.wall();
  const value: Received = { ...received, at: now.toISOString() };
  await state.put(`${prefix}${id}`, value, {
    expiresAt: new Date(now.getTime() + webhookKnownDays * dayMs),
    index: { [index]: dayOf(now) },
    durable: "soon",
  });
};

/** The newest webhooks, with ids. */
export const readReceived = (deps: { state: Pick<StateStore, "find">; clock: Clock }): Promise<ConsoleWebhook[]> =>
  newestByDay<Received, ConsoleWebhook>(deps, {
    index,
    days: webhookKnownDays,
    rowOf: (key, received) => ({ id: key.slice(prefix.length), ...received }),
  });
