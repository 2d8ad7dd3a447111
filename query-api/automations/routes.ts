import { z } from "zod";
import { DestinationKind } from "#domain/enumerations.ts";
import { AutomationData } from "#domain/wire/automations.ts";
import { type Route, route } from "#infra/app/http/route.ts";
import type { QueryApiDeps } from "../deps.ts";
import { automationAnswers } from "./answer.ts";
import { automationOf, automationReads, automationsOf } from "./automations.ts";

export const automationRoutes = (deps: QueryApiDeps): Route[] => [
  route({
    method: "GET",
    path: "automations/get-automations",
    summary: "The automated reports of the shop in the order in which they were made",
    access: "shop",
    reads: automationReads,
    data: z.array(AutomationData),
    handler: async (_input, call) => {
      const { automations, isWhole } = await automationsOf(deps, call.caller.tenant);
      if (!isWhole) call.setHeader("x-stale", "true");
      return automationAnswers(deps, automations, automations);
    },
  }),
  route({
    method: "GET",
    path: "automations/get-automation/{id}",
    summary: "One automated report; its ETag goes back in If-Match with an update",
    access: "shop",
    reads: automationReads,
    params: z.strictObject({ id: z.string().min(1).max(100) }),
    data: AutomationData,
    handler: async ({ params }, call) => {
      const { tenant } = call.caller;
      const automation = await automationOf(deps, tenant, params.id);
      call.setHeader("etag", `"${automation.version}"`);
      const isPublic = automation.destination.kind === DestinationKind.PublicUrl;
      const ofShop = isPublic ? (await automationsOf(deps, tenant)).automations : [];
      const [answer] = await automationAnswers(deps, [automation], ofShop);
      if (!answer) throw new Error("An automated report that was found has no answer.");
      return answer;
    },
  }),
];
