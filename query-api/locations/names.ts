import { z } from "zod";
import { route } from "#infra/app/http/route.ts";
import type { ShopAccess, StorePlatform } from "#infra/ports/store-platform.ts";
import type { QueryApiDeps } from "../deps.ts";

/** The shop's locations by name, each name once. */
export const locationNames = async (
  platform: Pick<StorePlatform, "locations">,
  access: ShopAccess,
): Promise<string[]> => [...new Set((await platform.locations(access)).map(({ name }) => name))].sort();

/** The whitelist of the siever Location (S-1.3). */
export const locationNamesRoute = ({ platform }: QueryApiDeps) =>
  route({
    method: "GET",
    path: "locations/get-names",
    summary: "The names of the shop's locations",
    description: "Sorted by name, and each name once. A filter's Location field offers these names.",
    access: "shop",
    asksPlatform: true,
    data: z.array(z.string()),
    handler: (_input, { signal, caller: { tenant, shop } }) => locationNames(platform, { tenant, shop, signal }),
  });
