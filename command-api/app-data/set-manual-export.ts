import { route } from "#application/http/route.ts";
import { writeManualExport } from "#application/pages/page-state.ts";
import { ManualExport } from "#domain/wire/reports/reporting.ts";
import type { CommandApiDeps } from "../deps.ts";

export const setManualExportRoute = (deps: CommandApiDeps) =>
  route({
    method: "PUT",
    path: "appData/setManualExport",
    summary: "Keeps the state of the Generate report page",
    description: "The whole state is replaced. The calls that count and list orders with location=manual read it.",
    access: "shop",
    body: ManualExport,
    data: ManualExport,
    handler: async ({ body }, { caller }) => {
      await writeManualExport(deps.state, caller, body);
      return body;
    },
  });
