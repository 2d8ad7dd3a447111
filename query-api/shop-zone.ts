import { loadAuthorizedShop } from "#application/session/assert-authorized-shop.ts";
import { resolveZone } from "#domain/dates/resolve-zone.ts";
import type { QueryApiDeps } from "./deps.ts";

/** For showing the shop's days. @throws {ApiError} as loadAuthorizedShop */
export const loadShopZone = async (deps: Pick<QueryApiDeps, "runner">, tenant: string): Promise<string> =>
  resolveZone((await loadAuthorizedShop(deps, tenant)).profile.ianaTimezone);
