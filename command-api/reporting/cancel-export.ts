import { z } from "zod";
import { route } from "#application/http/route.ts";
import { isRefusal, refuse } from "#domain/core/decider.ts";
import type { ExportCommand } from "#domain/export/commands.ts";
import { exportDecider } from "#domain/export/decider.ts";
import type { CommandApiDeps } from "../deps.ts";
import { executeForMerchant } from "../execute-for-merchant.ts";

/** Cancels an export; answers false if it has ended (D-5). */
export const cancelExportRoute = (deps: CommandApiDeps) =>
  route({
    method: "POST",
    path: "reporting/cancelExport",
    summary: "Cancels an export",
    description: "Answers false if it has ended already. A canceled export leaves no file.",
    refuses: ["unknown"],
    access: "shop",
    body: z.string().max(100),
    bare: "id",
    data: z.boolean(),
    handler: async ({ body: exportId }, call) => {
      const { tenant } = call.caller;
      const { state } = await deps.runner.load(exportDecider, exportId);
      if (state.status === "unknown" || state.facts.tenant !== tenant)
        return refuse("unknown", "This export can't be found. Refresh the list of exports.");
      const result = await executeForMerchant(deps, call, {
        decider: exportDecider,
        id: exportId,
        step: `cancel-export-${exportId}`,
        make: (context): ExportCommand => ({ type: "CancelExport", context }),
      });
      if (isRefusal(result)) return false;
      call.setPosition(result.position);
      return true;
    },
  });
