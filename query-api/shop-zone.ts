import { loadAuthorizedShop } from "#application/session/authorized-shop.ts";
import { knownZone } from "#domain/dates/known-zone.ts";
import type { QueryApiDeps } from "./deps.ts";

/** The shop's time zone, for showing its days. @throws {ApiError} as loadAuthorizedShop */
export const shopZone = async (deps: Pick<QueryApiDeps, "runner">, tenant: string): Promise<string> =>
  knownZone((await loadAuthorizedShop(deps, tenant)).profile.ianaTimezone);
