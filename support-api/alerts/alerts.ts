import { readAlerts } from "#application/alerts/read-alerts.ts";
import type { ConsoleDeps } from "../deps.ts";
import type { ConsoleRoute } from "../http/route.ts";

/** `GET signs`: current alerts, freshly counted. */
export const alertsRoute = ({ alerts }: Pick<ConsoleDeps, "alerts">): ConsoleRoute => ({
  method: "GET",
  path: "signs",
  needs: "viewer",
  handle: () => readAlerts(alerts),
});
