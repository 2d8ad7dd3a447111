import { isRefusal, type Refusal, refuse } from "#domain/core/decider.ts";
import { ExportStatus, FileType } from "#domain/enumerations.ts";
import type { ExportCommand } from "#domain/export/commands.ts";
import { exportDecider } from "#domain/export/decider.ts";
import type { ExportFacts } from "#domain/export/state.ts";
import { type ExportJob, GenerateReportPayload } from "#domain/wire/reporting.ts";
import { workspaceDecider } from "#domain/workspace/decider.ts";
import { freezeInput, readFrozenInput } from "#infra/app/freeze-input.ts";
import { route } from "#infra/app/http/route.ts";
import { loadAuthorized } from "../account/account-data.ts";
import { merchantRequest, stepId } from "../command-request.ts";
import type { CommandApiDeps } from "../deps.ts";
import { frozenInputOf } from "./frozen.ts";
import { createRoom, maxWaiting } from "./room.ts";
import { ExportJobData } from "./schemas.ts";

/** An export that was requested a moment ago, as the panel shows it. */
const requestedJob = (facts: ExportFacts, createdAt: string): ExportJob => ({
  ReportExportId: facts.exportId,
  ReportTitle: facts.reportTitle,
  Filetype: facts.fileType,
  Status: ExportStatus.Initialized,
  Step: 0,
  MaxStep: 0,
  FailedReason: null,
  PublicUrl: null,
  DateCreated: createdAt,
  ExpiresAt: null,
  Expired: false,
  EmptyExpected: facts.emptyExpected,
  Orders: null,
});

/** Decision 6. The export's id derives from the command's, so that a repeat answers the same export. */
export const generateReportRoute = (deps: CommandApiDeps) => {
  const { runner, state, clock, ids, config } = deps;
  const room = createRoom(deps);
  return route({
    method: "POST",
    path: "reporting/generateReport",
    summary: "Requests an export of the orders that the filters choose",
    access: "shop",
    body: GenerateReportPayload,
    data: ExportJobData,
    handler: ({ body }, call) => {
      const { tenant } = call.caller;
      return room.enter<ExportJob | Refusal>(tenant, async (hasRoom) => {
        const none = (answer: Refusal) => ({ answer, position: undefined });
        const exportId = stepId(call, tenant, "export") ?? ids.uuid();
        const known = await runner.load(exportDecider, exportId);
        if (known.state.status !== "unknown") {
          call.setPosition(known.position);
          const { requestedAt } = await readFrozenInput(state, known.state.facts.inputHash);
          return { answer: requestedJob(known.state.facts, requestedAt), position: known.position };
        }
        if (body.FileType !== FileType.Csv)
          return none(refuse("rule", "Reports are made as CSV files. Choose CSV as file format."));
        if (body.UserOrderFilters.report_filter_id !== null)
          return none(refuse("unknown", "There is no such filter. Choose another one."));
        const { state: workspace } = await runner.load(workspaceDecider, tenant);
        const design = workspace.reports.find((report) => report.reportId === body.ReportId);
        if (!design) return none(refuse("unknown", "There is no such report design. Choose another one."));
        if (!hasRoom)
          return none(
            refuse("too-many", `${maxWaiting} reports are waiting already. Wait until one has ended, or cancel one.`),
          );
        const shop = await loadAuthorized(deps, tenant);
        const input = frozenInputOf({
          exportId,
          shop,
          adminUrl: `${config.STORE_URL_TEMPLATE.replaceAll("{shop}", shop.shop)}/admin`,
          design,
          fileType: body.FileType,
          filters: body.UserOrderFilters,
          selectedOrderIds: body.SelectedOrderIds,
          now: clock.now(),
        });
        if (isRefusal(input)) return none(input);
        const facts: ExportFacts = {
          exportId,
          tenant,
          shop: shop.shop,
          reportId: design.reportId,
          reportTitle: design.title,
          fileType: body.FileType,
          fileName: input.fileName,
          inputHash: await freezeInput(state, input),
          trigger: "manual",
          emptyExpected: body.EmptyExpected,
        };
        const result = await runner.execute(
          exportDecider,
          exportId,
          (context): ExportCommand => ({ type: "RequestExport", ...facts, context }),
          merchantRequest(call, tenant, "request-export"),
        );
        if (isRefusal(result)) return none(result);
        call.setPosition(result.position);
        return { answer: requestedJob(facts, input.requestedAt), position: result.position };
      });
    },
  });
};
