import { loadAuthorizedShop } from "#application/session/authorized-shop.ts";
import { knownZone } from "#domain/dates/known-zone.ts";
import type { QueryApiDeps } from "./deps.ts";

/** The time zone of a shop, in which its days are told. @throws {ApiError} as loadAuthorizedShop */
export const shopZone = async (deps: Pick<QueryApiDeps, "runner">, tenant: string): Promise<string> =>
  knownZone((await loadAuthorizedShop(deps, tenant)).profile.ianaTimezone);
