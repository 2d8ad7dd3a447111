import { loadAuthorizedShop } from "#application/session/assert-authorized-shop.ts";
import { toLocalTime } from "#domain/dates/local-time.ts";
import { resolveZone } from "#domain/dates/resolve-zone.ts";
import type { CommandApiDeps } from "../deps.ts";

/** Current day in the shop's time zone, `YYYY-MM-DD`. */
export const loadToday = async (deps: Pick<CommandApiDeps, "runner" | "clock">, tenant: string): Promise<string> => {
  const { profile } = await loadAuthorizedShop(deps, tenant);
  return toLocalTime(deps.clock.now(), resolveZone(profile.ianaTimezone)).toFormat("yyyy-LL-dd");
};
