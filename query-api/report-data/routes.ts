import type { Route } from "#application/http/route.ts";
import { createKeyedSerialQueue } from "#application/process/keyed-serial-queue.ts";
import type { QueryApiDeps } from "../deps.ts";
import { designDataRoute } from "./design-data.ts";
import { generatePreviewRoute } from "./generate-preview.ts";
import { createRecentOrders } from "./recent-orders.ts";
import { starterDesignsRoute } from "./starter-designs.ts";

export const reportDataRoutes = (deps: QueryApiDeps): Route[] => {
  const readNewest = createRecentOrders(deps);
  const previews = { ...deps, inTurn: createKeyedSerialQueue() };
  return [
    designDataRoute(previews, readNewest),
    starterDesignsRoute(previews, readNewest),
    generatePreviewRoute(previews, readNewest),
  ];
};
