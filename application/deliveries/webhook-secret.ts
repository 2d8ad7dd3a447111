import type { Ids } from "#infra/ports/ids.ts";
import { Erased, type Vault } from "#infra/ports/stores/vault.ts";

const referenceOf = (automationId: string): string => `webhook-secret:${automationId}`;

/**
 * Secret that signs a report's webhooks (docs/webhooks.md), created on first use. One per report, so no receiver can
 * sign for another.
 */
export const ensureWebhookSecret = async (
  { vault, ids }: { vault: Vault; ids: Pick<Ids, "secret"> },
  { tenant, automationId }: { tenant: string; automationId: string },
): Promise<string> => {
  const reference = referenceOf(automationId);
  const kept = await vault.read(reference);
  if (kept !== Erased) return kept;
  await vault.put(`whsec_${ids.secret(32)}`, { owner: tenant, reference });
  // Concurrent creators all use the stored secret.
  const stayed = await vault.read(reference);
  if (stayed === Erased) throw new Error("The webhook's secret was erased while it was being made. Try again.");
  return stayed;
};

/**
 * The new secret derives from `commandId`, the same for a repeat. The caller must stop late repeats
 * (`runEffectInOrder`).
 */
export const renewWebhookSecret = async (
  { vault, ids }: { vault: Vault; ids: Pick<Ids, "secret"> },
  { tenant, automationId }: { tenant: string; automationId: string },
  commandId: string | undefined,
): Promise<string> => {
  const secret = `whsec_${commandId === undefined ? ids.secret(32) : vault.sign("webhook-secret", commandId)}`;
  await vault.put(secret, { owner: tenant, reference: referenceOf(automationId) });
  return secret;
};
