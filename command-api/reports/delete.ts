import { z } from "zod";
import { route } from "#infra/app/http/route.ts";
import type { CommandApiDeps } from "../deps.ts";
import { deleteFromWorkspace } from "../workspace/deletion.ts";

export const deleteReportRoute = (deps: CommandApiDeps) =>
  route({
    method: "POST",
    path: "reports/delete",
    summary: "Deletes a report design: ok, or the title of the first automated report that uses it",
    access: "shop",
    body: z.string().max(100),
    bare: "id",
    data: z.string(),
    handler: ({ body: reportId }, call) => deleteFromWorkspace(deps, call, { type: "DeleteReportDesign", reportId }),
  });
