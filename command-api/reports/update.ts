import { route } from "#application/http/route.ts";
import { isRefusal } from "#domain/core/decider.ts";
import { type DesignContent, pickDesignContent } from "#domain/designs/design.ts";
import { Grouping, WorksheetSplitter } from "#domain/enumerations.ts";
import { designFromWire, reportWithColumns } from "#domain/wire/reports/report-with-columns.ts";
import { ReportWithColumnsData, UpdateReportPayload } from "#domain/wire/reports/reports.ts";
import { workspaceDecider } from "#domain/workspace/decider.ts";
import { designKind } from "#domain/workspace/designs/designs.ts";
import { findItem } from "#domain/workspace/items.ts";
import { refuseUnknown } from "#domain/workspace/refusals.ts";
import type { CommandApiDeps } from "../deps.ts";
import { createBaseMissingError, loadBaseItem } from "../workspace/base.ts";
import { executeOnWorkspace, requireItem } from "../workspace/execute-on-workspace.ts";
import { loadFeatures } from "../workspace/features.ts";

/** Longest body, bytes. Fits 1,000 columns with all that a page echoes of them. */
const maxBodyBytes = 2 * 1_048_576;
/** Maximum values in a body: 28 for each column with settings of every kind. */
const maxBodyParts = 30_000;

/** Base of a missing design: the save is then refused, unless it is a repeat. */
const missingBase: DesignContent = {
  title: "",
  grouping: Grouping.Orders,
  splitter: WorksheetSplitter.None,
  sortedBy: null,
  shown: [],
  settings: {},
};

/** Updates a design, recording the merchant's intent (D-4). */
export const updateReportRoute = (deps: CommandApiDeps) =>
  route({
    method: "PUT",
    path: "reports/update",
    summary: "Saves a report design: fields that others changed since If-Match merge, or are refused with both values",
    description:
      "Takes the design with all its columns, in their order. Without If-Match it is compared with what stands there now. A conflict names each field with both values.",
    refuses: ["invalid", "unknown", "conflict", "rule"],
    access: "shop",
    ifMatch: true,
    maxBodyBytes,
    maxBodyParts,
    body: UpdateReportPayload,
    data: ReportWithColumnsData,
    handler: async ({ body }, call) => {
      const baseItem = await loadBaseItem(deps, call, designKind, body.id);
      const now = findItem(designKind, (await deps.runner.load(workspaceDecider, call.caller.tenant)).state, body.id);
      const base = baseItem ? baseItem.thing : now;
      if (now && !base) throw createBaseMissingError(designKind);
      const sent = designFromWire(body, base ?? { sortedBy: null });
      if (isRefusal(sent)) return base ? sent : refuseUnknown(designKind.name);
      const features = await loadFeatures(deps, call.caller.tenant);
      const result = await executeOnWorkspace(deps, call, `update-report ${body.id}`, (state) => ({
        type: "UpdateReportDesign",
        reportId: body.id,
        // Without If-Match, the base is the state that the command meets. A repeat needs none.
        base: pickDesignContent((baseItem ? base : (findItem(designKind, state, body.id) ?? base)) ?? missingBase),
        ...sent,
        features,
      }));
      if (isRefusal(result)) return result;
      return reportWithColumns(requireItem(findItem(designKind, result.state, body.id), "report designs"));
    },
  });
