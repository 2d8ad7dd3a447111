import { z } from "zod";
import { type Route, route } from "#application/http/route.ts";
import { AutomationHistoryItemData, AutomationHistoryQuery } from "#domain/wire/automations/automation-history.ts";
import { referencesOfRun } from "#domain/wire/automations/run-on-wire.ts";
import { automationOf } from "../automations/automations.ts";
import type { QueryApiDeps } from "../deps.ts";
import { shopZone } from "../shop-zone.ts";
import { historyItem } from "./item.ts";
import { runReads, runsOf } from "./runs.ts";

export const automationHistoryRoute = (deps: QueryApiDeps): Route =>
  route({
    method: "GET",
    path: "reporting/automation-history/{id}",
    summary: "The runs of an automated report with all their tries, newest first, 50 at a time; also of a deleted one",
    description: "Cause says why each was begun. before takes the RunId of the last item, for the 50 older ones.",
    refuses: ["unknown"],
    access: "shop",
    reads: runReads,
    params: z.strictObject({ id: z.string().min(1).max(100) }),
    query: AutomationHistoryQuery,
    data: z.array(AutomationHistoryItemData),
    handler: async ({ params: { id }, query: { before } }, { caller: { tenant } }) => {
      const runs = await runsOf(deps, tenant, id, before);
      // A report without runs must at least have a definition.
      if (runs.length === 0 && before === undefined) await automationOf(deps, tenant, id);
      const texts = await deps.vault.readAll([...new Set(runs.flatMap(referencesOfRun))]);
      const zone = await shopZone(deps, tenant);
      return Promise.all(runs.map((run) => historyItem(deps, run, { zone, texts })));
    },
  });
