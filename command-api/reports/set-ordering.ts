import type { CommandApiDeps } from "../deps.ts";
import { orderingRoute } from "../workspace/ordering-route.ts";

export const orderReportsRoute = (deps: CommandApiDeps) =>
  orderingRoute(deps, {
    path: "reports/set-ordering",
    things: "report designs",
    step: "order-reports",
    command: "OrderReportDesigns",
    listed: ({ reports }) => reports.map(({ reportId }) => reportId),
  });
