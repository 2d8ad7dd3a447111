import { z } from "zod";
import { badRequest } from "#application/http/api-error.ts";
import type { Vault } from "#infra/ports/stores/vault.ts";
import { createTextSigner } from "../text-signer.ts";

/** Progress of a check: everything needed to continue it. */
const CheckProgress = z.strictObject({
  /** Digest of the checked filter: figures are void once it changes. */
  of: z.string(),
  /** ISO instant of the start. Later orders are excluded, and `date(…)` keeps its meaning. */
  now: z.string(),
  total: z.int(),
  /** Orders that the filter cannot evaluate, as they could not be read in full. */
  unread: z.int().default(0),
  checked: z.int(),
  /** For each condition, the orders left by it and all before it. */
  left: z.array(z.int()),
  /** For each condition, the orders it would leave on its own. */
  alone: z.array(z.int()),
  /** The platform's cursor. */
  after: z.string(),
});
export type CheckProgress = z.infer<typeof CheckProgress>;

export const encodeCheckProgress = (vault: Vault, tenant: string, progress: CheckProgress): string =>
  createTextSigner(vault, "order-check").seal(tenant, progress);

/** @throws {ApiError} 400: not what a check answered to this tenant */
export const parseCheckProgress = (vault: Vault, tenant: string, continuation: string): CheckProgress => {
  const progress = createTextSigner(vault, "order-check").open(tenant, continuation);
  if (progress === undefined) throw badRequest("This check can't be continued. Start it again.");
  return CheckProgress.parse(progress);
};
