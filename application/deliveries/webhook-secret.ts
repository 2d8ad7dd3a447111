import type { Ids } from "#infra/ports/ids.ts";
import { Erased, type Vault } from "#infra/ports/stores/vault.ts";

const referenceOf = (automationId: string): string => `webhook-secret:${automationId}`;

/**
 * The secret that signs the webhooks of one automated report (docs/webhooks.md); made when it is first asked for, and gone with the shop's
 * other values. One per report, so that no receiver can sign for another.
 */
export const webhookSecret = async (
  { vault, ids }: { vault: Vault; ids: Pick<Ids, "secret"> },
  { tenant, automationId }: { tenant: string; automationId: string },
): Promise<string> => {
  const reference = referenceOf(automationId);
  const kept = await vault.read(reference);
  if (kept !== Erased) return kept;
  await vault.put(`whsec_${ids.secret(32)}`, { owner: tenant, reference });
  // Of two who made one at once, both read what stayed.
  const stayed = await vault.read(reference);
  if (stayed === Erased) throw new Error("The secret of a webhook was erased as it was made. Try again.");
  return stayed;
};

/**
 * Puts a new secret in its place, which signs from now on; whoever calls sees that no late repeat does (`effectInOrder`). `commandId`: the secret derives from it, by a key of the vault, so that the call answers
 * the same one when it comes again.
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
