import { loadAuthorizedShop } from "#application/session/assert-authorized-shop.ts";
import { resolveZone } from "#domain/dates/resolve-zone.ts";
import type { QueryApiDeps } from "./deps.ts";

/**
 * Loads the zone in which the shop's days are shown.
 * @throws {ApiError} as loadAuthorizedShop
 */
export const loadShopZone = async (deps: Pick<QueryApiDeps, "runner">, tenant: string): Promise<string> =>
  resolveZone((await loadAuthorizedShop(deps, tenant)).profile.ianaTimezone);
