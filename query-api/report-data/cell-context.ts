import type { CellContext } from "#domain/columns/definition.ts";
import { resolveZone } from "#domain/dates/resolve-zone.ts";
import type { AuthorizedShop } from "#domain/shop/state.ts";
import { getCurrencyDecimals } from "#domain/text/currency-decimals.ts";
import { toAdminUrl } from "#infra/config/admin-url.ts";
import type { QueryApiDeps } from "../deps.ts";

/** Creates the context for cells of a shop's report. `period`: the report's. */
export const createCellContext = (
  { config }: Pick<QueryApiDeps, "config">,
  { profile, shop }: AuthorizedShop,
  period: CellContext["period"],
): CellContext => ({
  period,
  adminUrl: toAdminUrl(config, shop),
  ianaTimezone: resolveZone(profile.ianaTimezone),
  currencyDecimals: getCurrencyDecimals(profile.currencyCode),
  weightUnit: profile.weightUnit,
});
