import { timingSafeEqual } from "node:crypto";
import { webhookKey } from "#application/webhooks/addresses.ts";
import type { Vault } from "#infra/ports/stores/vault.ts";

/** True for the shop's key. Compares in constant time. */
export const isKeyOf = (deps: { vault: Pick<Vault, "sign"> }, key: string, tenant: string): boolean => {
  const [given, right] = [Buffer.from(key), Buffer.from(webhookKey(deps, tenant))];
  return given.length === right.length && timingSafeEqual(given, right);
};
