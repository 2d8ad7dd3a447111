import { z } from "zod";
import { formatAutomationEtag } from "#application/automations/automation-etag.ts";
import { withProgress } from "#application/automations/automation-progress.ts";
import { type Route, route } from "#application/http/route.ts";
import { DestinationKind } from "#domain/enumerations.ts";
import { type AutomationDocument, collections } from "#domain/read-models/documents.ts";
import { AutomationInfoData } from "#domain/wire/automations/automation-info.ts";
import { AutomationData, ListedAutomationData } from "#domain/wire/automations/automations.ts";
import { listDestinations } from "#domain/workspace/automations/destination.ts";
import type { QueryApiDeps } from "../deps.ts";
import { toAutomationAnswers } from "./answer.ts";
import { automationReads, readAutomation, readAutomations } from "./automations.ts";
import { readAutomationInfo } from "./info.ts";
import { readLastRun } from "./last-runs.ts";
import { sampleRoute } from "./sample.ts";
import { whyMissingInRunRoute } from "./why-missing.ts";

const Params = z.strictObject({ id: z.string().min(1).max(100) });

/** True if another report may have the same public name or place on a file server (ADR 84). */
const canShareName = (automation: AutomationDocument): boolean =>
  listDestinations(automation).some(({ kind }) => kind === DestinationKind.PublicUrl || kind === DestinationKind.Ftp);

export const automationRoutes = (deps: QueryApiDeps): Route[] => [
  sampleRoute(deps),
  whyMissingInRunRoute(deps),
  route({
    method: "GET",
    path: "automations/get-automations",
    summary: "The automated reports of the shop in the order in which they were made",
    description:
      "Each says how it fares: its status, last run, next slot and any next attempt. x-stale: true means the list may be behind.",
    access: "shop",
    reads: [...automationReads, collections.runs.name],
    data: z.array(ListedAutomationData),
    handler: async (_input, call) => {
      const { automations, isWhole } = await readAutomations(deps, call.caller.tenant);
      if (!isWhole) call.setHeader("x-stale", "true");
      const { tenant } = call.caller;
      const automationsWithProgress = await withProgress(deps, tenant, automations);
      const answers = await toAutomationAnswers(deps, automationsWithProgress, automations);
      return Promise.all(
        answers.map(async (answer, n) => ({
          ...answer,
          last_run: await readLastRun(deps, tenant, answer.id),
          under_way: automationsWithProgress[n]?.progress.underWay ?? false,
          retry_at: automationsWithProgress[n]?.progress.retryAt ?? null,
        })),
      );
    },
  }),
  route({
    method: "GET",
    path: "automations/get-automation/{id}",
    summary: "One automated report; its ETag goes back in If-Match with an update",
    description: "The destination comes without its password. The ETag also changes with the status.",
    refuses: ["unknown"],
    access: "shop",
    reads: automationReads,
    params: Params,
    data: AutomationData,
    handler: async ({ params }, call) => {
      const { tenant } = call.caller;
      const automation = await readAutomation(deps, tenant, params.id);
      const automationsWithProgress = await withProgress(deps, tenant, [automation]);
      for (const { progress } of automationsWithProgress)
        call.setHeader("etag", formatAutomationEtag(automation.version, progress.status));
      const ofShop = canShareName(automation) ? (await readAutomations(deps, tenant)).automations : [];
      const [answer] = await toAutomationAnswers(deps, automationsWithProgress, ofShop);
      if (!answer) throw new Error("An automated report that was found has no answer.");
      return answer;
    },
  }),
  route({
    method: "GET",
    path: "automations/automation-info/{id}",
    summary:
      "What an automated report will do next: its next slots and their periods, what a start would ask about, what is under way",
    description: "Ask it before automations/start, to know which skipped time to ask about. Instants are ISO in UTC.",
    refuses: ["unknown"],
    access: "shop",
    params: Params,
    data: AutomationInfoData,
    handler: ({ params }, { caller }) => readAutomationInfo(deps, caller.tenant, params.id),
  }),
];
