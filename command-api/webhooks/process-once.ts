import { ApiError } from "#application/http/api-error.ts";
import { dayMs, webhookIdKeptDays } from "#domain/retention/retention.ts";
import type { Clock } from "#infra/ports/clock.ts";
import { StateConflict, type StateStore } from "#infra/ports/stores/state-store.ts";

/** The platform repeats a delivery for 4 hours (P-3). */
const retention = webhookIdKeptDays * dayMs;
/**
 * Length of the lease, ms of wall time. The platform gives up after 5 s, so a longer hold means a dead process, or a
 * clock set back.
 */
const leaseDuration = 30_000;

const busy = () =>
  new ApiError({
    status: 503,
    code: "busy",
    message: "This webhook is already being handled. Send it again in a moment.",
    headers: { "retry-after": "30" },
  });

/** Unique within a topic. */
export type WebhookIdentity = { shop: string; webhookId: string; bodyHash: string };

export const processedPrefix = "webhook:";

/** Key of a webhook. The id comes last, as only it may contain a colon. */
export const processedKey = (topic: string, { shop, webhookId, bodyHash }: WebhookIdentity): string =>
  `${processedPrefix}${topic}:${shop}:${bodyHash}:${webhookId}`;

export const parseProcessedKey = (key: string): WebhookIdentity & { topic: string } => {
  const [topic = "", shop = "", bodyHash = "", ...id] = key.slice(processedPrefix.length).split(":");
  return { topic, shop, bodyHash, webhookId: id.join(":") };
};

/**
 * Runs `work` unless it completed under this key before. Failed or interrupted work runs again at the next call.
 * @throws {ApiError} 503 while another call does it
 */
export const processOnce = async (
  { state, clock }: { state: StateStore; clock: Clock },
  key: string,
  work: () => Promise<void>,
): Promise<void> => {
  const after = (ms: number) => new Date(clock.wall().getTime() + ms);
  const entry = await state.get<{ heldSince: string } | "done">(key);
  if (entry?.value === "done") return;
  const now = clock.wall();
  if (entry && Math.abs(now.getTime() - Date.parse(entry.value.heldSince)) < leaseDuration) throw busy();
  const ours = await state
    .put(key, { heldSince: now.toISOString() }, { ifVersion: entry?.version ?? 0, expiresAt: after(retention) })
    .catch((error: unknown) => {
      throw error instanceof StateConflict ? busy() : error;
    });
  try {
    await work();
  } catch (error) {
    await state.delete(key, { ifVersion: ours }).catch((conflict: unknown) => {
      // Another call took over.
      if (!(conflict instanceof StateConflict)) throw conflict;
    });
    throw error;
  }
  await state.put(key, "done", { expiresAt: after(retention) });
};
