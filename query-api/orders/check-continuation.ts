import { z } from "zod";
import { badRequest } from "#application/http/api-error.ts";
import type { Vault } from "#infra/ports/stores/vault.ts";
import { createTextSigner } from "../text-signer.ts";

/** All that is needed to continue a check. */
const CheckProgress = z.strictObject({
  /** Digest of the filter: a change makes figures void. */
  of: z.string(),
  /** ISO instant of the start. Later orders are excluded, and `date(…)` keeps its meaning. */
  now: z.string(),
  total: z.int(),
  /** Orders that the filter cannot evaluate, as some fields are unread. */
  unread: z.int().default(0),
  checked: z.int(),
  /** Checked orders of the date range, which the search may exceed. */
  dated: z.int().default(0),
  /** Orders left by each condition and all before it. */
  left: z.array(z.int()),
  /** Orders left by each condition alone. */
  alone: z.array(z.int()),
  /** The platform's cursor. */
  after: z.string(),
});
export type CheckProgress = z.infer<typeof CheckProgress>;

export const encodeCheckProgress = (vault: Vault, tenant: string, progress: CheckProgress): string =>
  createTextSigner(vault, "order-check").seal(tenant, progress);

/** @throws {ApiError} 400: no check answered this to the tenant */
export const parseCheckProgress = (vault: Vault, tenant: string, continuation: string): CheckProgress => {
  const progress = createTextSigner(vault, "order-check").open(tenant, continuation);
  if (progress === undefined) throw badRequest("This check can't be continued. Start it again.");
  return CheckProgress.parse(progress);
};
