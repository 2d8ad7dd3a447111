import { loadAuthorizedShop } from "#application/session/authorized-shop.ts";
import { knownZone } from "#domain/dates/known-zone.ts";
import { localTime } from "#domain/dates/local-time.ts";
import type { CommandApiDeps } from "../deps.ts";

/** Today in the shop's time zone, `YYYY-MM-DD`. */
export const todayOf = async (deps: Pick<CommandApiDeps, "runner" | "clock">, tenant: string): Promise<string> => {
  const { profile } = await loadAuthorizedShop(deps, tenant);
  return localTime(deps.clock.now(), knownZone(profile.ianaTimezone)).toFormat("yyyy-LL-dd");
};
