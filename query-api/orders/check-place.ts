import { z } from "zod";
import { invalid } from "#application/http/api-error.ts";
import type { Vault } from "#infra/ports/stores/vault.ts";
import { signedText } from "../signed-text.ts";

/** How far a check has come: everything that going on takes. */
const PlaceOfCheck = z.strictObject({
  /** Digest of what is checked: after a change of the filter the figures so far mean nothing. */
  of: z.string(),
  /** ISO instant of its beginning: later orders are none of it, and `date(…)` stays. */
  now: z.string(),
  total: z.int(),
  /** How many orders the filter cannot judge, as they could not be read in full. */
  unread: z.int().default(0),
  checked: z.int(),
  /** Orders that the first conditions leave, as many as there are conditions. */
  left: z.array(z.int()),
  /** Orders that each condition would leave by itself. */
  alone: z.array(z.int()),
  /** The platform's cursor. */
  after: z.string(),
});
export type PlaceOfCheck = z.infer<typeof PlaceOfCheck>;

export const continuationOf = (vault: Vault, tenant: string, place: PlaceOfCheck): string =>
  signedText(vault, "order-check").seal(tenant, place);

/** @throws {ApiError} 400: not what a check answered to this tenant */
export const placeOfCheck = (vault: Vault, tenant: string, continuation: string): PlaceOfCheck => {
  const place = signedText(vault, "order-check").open(tenant, continuation);
  if (place === undefined) throw invalid("This check can't be continued. Start it again.");
  return PlaceOfCheck.parse(place);
};
