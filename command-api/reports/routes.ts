import type { Route } from "#infra/app/http/route.ts";
import type { CommandApiDeps } from "../deps.ts";
import { cloneReportRoute } from "./clone.ts";
import { createReportRoute } from "./create-new.ts";
import { deleteReportRoute } from "./delete.ts";
import { restoreReportRoute } from "./restore.ts";
import { orderReportsRoute } from "./set-ordering.ts";

/** Everything that changes report designs. */
export const reportCommands = (deps: CommandApiDeps): Route[] =>
  [createReportRoute, cloneReportRoute, deleteReportRoute, orderReportsRoute, restoreReportRoute].map((make) =>
    make(deps),
  );
