import { z } from "zod";
import { route } from "#application/http/route.ts";
import { loadAuthorizedShop } from "#application/session/assert-authorized-shop.ts";
import { createCollation } from "#domain/text/collation.ts";
import type { ShopAccess } from "#infra/ports/store-platform.ts";
import type { QueryApiDeps } from "../deps.ts";

/**
 * Reads distinct names, sorted in the shop's language.
 * @throws {ApiError} as loadAuthorizedShop
 */
export const readLocationNames = async (
  deps: Pick<QueryApiDeps, "platform" | "runner">,
  access: ShopAccess,
): Promise<string[]> => {
  const { profile } = await loadAuthorizedShop(deps, access.tenant);
  const names = new Set((await deps.platform.fetchLocations(access)).map(({ name }) => name));
  return [...names].sort(createCollation(profile.primaryLocale));
};

/** Lists values of the siever Location (S-1.3). */
export const locationNamesRoute = (deps: QueryApiDeps) =>
  route({
    method: "GET",
    path: "locations/get-names",
    summary: "The names of the shop's locations",
    description: "Sorted by name, and each name once. A filter's Location field offers these names.",
    access: "shop",
    asksPlatform: true,
    data: z.array(z.string()),
    handler: (_input, { signal, caller: { tenant, shop } }) => readLocationNames(deps, { tenant, shop, signal }),
  });
