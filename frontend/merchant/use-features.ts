import { useQuery } from "@tanstack/react-query";
import { groupingsFor } from "#domain/designs/feature-problems.ts";
import { resolveFeatures } from "#domain/shop/features.ts";
import type { ShopFeatures } from "#domain/wire/account/features.ts";
import { featuresKey } from "./resources/configuration/keys.ts";
import { useServices } from "./services.tsx";

/** Features of every shop, until the server's response. */
const ofEveryShop: ShopFeatures = {
  CustomColumnEditor: false,
  Groupings: [...groupingsFor(resolveFeatures({ flags: [], allowExperimental: false }))],
};

/** The shop's features, refetched on window focus. */
export const useFeatures = (): ShopFeatures => {
  const { api } = useServices();
  const { data } = useQuery({
    queryKey: featuresKey,
    queryFn: ({ signal }) => api.features(signal),
    refetchOnWindowFocus: "always",
  });
  return data ?? ofEveryShop;
};
