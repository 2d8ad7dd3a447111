import { z } from "zod";
import { createExportPermits, tooManyWaiting } from "#application/admission/export-permits.ts";
import { loadSchedulingState, loadShopSchedulingState } from "#application/automations/scheduling-state.ts";
import { readOwnAddress } from "#application/deliveries/sample-report.ts";
import { freezeForRun } from "#application/exports/frozen-for-run.ts";
import { notFound } from "#application/http/api-error.ts";
import { type Route, route } from "#application/http/route.ts";
import { deliverSampleJob } from "#application/jobs/deliver-sample-job.ts";
import { assertAuthorizedShop } from "#application/session/assert-authorized-shop.ts";
import { refuse } from "#domain/core/decider.ts";
import { exportDecider } from "#domain/export/decider.ts";
import { testedPeriod } from "#domain/ledger/manual-run.ts";
import { refuseEmptyReport } from "#domain/reports/empty-report.ts";
import { shopDecider } from "#domain/shop/decider.ts";
import { ExportJobData } from "#domain/wire/reports/reporting.ts";
import { chooseFilterMessage } from "#domain/workspace/automations/automation-problems.ts";
import { toAdminUrl } from "#infra/config/admin-url.ts";
import { stepId } from "../command-request.ts";
import type { CommandApiDeps } from "../deps.ts";
import { assertBudget, findFirstAnswer, requestExport } from "../reporting/request-export.ts";
import { serializeRepeats } from "../reporting/serialize-repeats.ts";

const noAddress = refuse(
  "rule",
  "Your shop has no e-mail address that Sheaf can use. Check it in your store's settings, then log in again.",
);

/** A manual export, so it is no run: nothing of the automated report changes. */
const makeSampleRoute = (deps: CommandApiDeps) => {
  const permits = createExportPermits(deps);
  return route({
    method: "POST",
    path: "automations/make-sample",
    summary: "Makes the newest report of an automated report as a sample, whether it is started or not",
    description:
      "Takes the id of the automated report. Answers at once with the export; follow it with reporting/pollExportList, then read automations/get-sample. Nothing is sent yet.",
    refuses: ["rule", "unknown", "too-many"],
    access: "shop",
    body: z.string().min(1).max(100),
    bare: "id",
    data: ExportJobData,
    handler: async ({ body: automationId }, call) => {
      const { tenant } = call.caller;
      const { clock, config, ids } = deps;
      const exportId = stepId(call, tenant, `sample ${automationId}`) ?? ids.uuid();
      const before = await findFirstAnswer(deps, call, exportId);
      if (before) return before;
      const scheduling = await loadSchedulingState(deps, await loadShopSchedulingState(deps, tenant), automationId);
      const { automation, workspace, shop: loaded, outlook } = scheduling;
      if (!automation) throw notFound("This automated report can't be found. Choose another one.");
      if (automation.filterId === "") return refuse("rule", chooseFilterMessage);
      const design = workspace.state.reports.find(({ reportId }) => reportId === automation.reportId);
      const empty = design && refuseEmptyReport(design);
      if (empty) return empty;
      const shop = assertAuthorizedShop(loaded.state);
      if ((await readOwnAddress(deps, shop)) === undefined) return noAddress;
      await assertBudget(deps, tenant);
      const schedule = outlook.phases.at(-1)?.schedule;
      const newest = schedule && testedPeriod(schedule, outlook.now);
      if (!newest) throw new Error("A schedule without limits has no slot that has passed.");
      const input = freezeForRun({
        exportId,
        cause: "slot",
        slot: newest.slot,
        period: newest.period,
        automation,
        workspace: workspace.state,
        shop,
        shopVersion: loaded.version,
        adminUrl: toAdminUrl(config, shop.shop),
        carried: [],
        now: clock.now(),
      });
      if (!(await permits.acquire(tenant, exportId))) return tooManyWaiting;
      return requestExport(deps, call, input, { sampleOf: automationId });
    },
  });
};

/** Only the shop itself gets it. */
const sendSampleRoute = (deps: CommandApiDeps) =>
  route({
    method: "POST",
    path: "automations/send-sample",
    summary: "Mails a finished sample to the shop's own address, and to nobody else",
    description:
      "Takes the id of the sample's export. The mail is the one that automations/get-sample shows, where Outcome then tells how it fares. Each sample is sent once.",
    refuses: ["rule", "unknown"],
    access: "shop",
    body: z.string().min(1).max(100),
    bare: "id",
    data: z.null(),
    handler: async ({ body: exportId }, call) => {
      const { tenant } = call.caller;
      const { state } = await deps.runner.load(exportDecider, exportId);
      if (state.status === "unknown" || state.facts.tenant !== tenant || state.facts.sampleOf === undefined)
        return refuse("unknown", "This sample can't be found. Make a new one.");
      if (state.status !== "finished") return refuse("rule", "This sample has no file. Make a new one.");
      const shop = assertAuthorizedShop((await deps.runner.load(shopDecider, tenant)).state);
      if ((await readOwnAddress(deps, shop)) === undefined) return noAddress;
      deps.budgets.tests.assertAvailable(tenant);
      await call.assertStillAdmitted();
      const askedAt = deps.clock.now().toISOString();
      await deps.queue.enqueue(deliverSampleJob({ tenant, automationId: state.facts.sampleOf, exportId, askedAt }));
      deps.budgets.tests.spend(tenant, 1);
      return null;
    },
  });

export const sampleRoutes = (deps: CommandApiDeps): Route[] => [
  serializeRepeats(deps, makeSampleRoute(deps)),
  sendSampleRoute(deps),
];
