import { z } from "zod";
import { readDestinationTexts } from "#application/deliveries/tokenized-destination.ts";
import { badRequest, notFound } from "#application/http/api-error.ts";
import { type Route, route } from "#application/http/route.ts";
import { detokenizeFilter, readPersonalTexts } from "#application/privacy/personal-values.ts";
import { columnByKey, defaultColumnKeys } from "#domain/columns/catalogue.ts";
import { isRefusal } from "#domain/core/decider.ts";
import { pickDesignContent } from "#domain/designs/design.ts";
import { computeDefinitionProgress } from "#domain/ledger/automation-progress.ts";
import { AutomationData } from "#domain/wire/automations/automations.ts";
import { filterOnWire, pickFilterContent } from "#domain/wire/filters/filter-on-wire.ts";
import { FilterData } from "#domain/wire/filters/filters.ts";
import { designOnWire } from "#domain/wire/reports/report-on-wire.ts";
import { ReportDesignData } from "#domain/wire/reports/reports.ts";
import {
  compareDefinitions,
  describeFieldChanges,
  detokenizeFields,
  referencesInFields,
} from "#domain/workspace/automations/automation-change.ts";
import { toDefinition } from "#domain/workspace/automations/automations.ts";
import { restorableAutomation } from "#domain/workspace/automations/restore-automation.ts";
import { workspaceDecider } from "#domain/workspace/decider.ts";
import { restorableDesign } from "#domain/workspace/designs/restore-design.ts";
import { restorableFilter } from "#domain/workspace/filters/restore-filter.ts";
import { describeDesignChanges, describeFilterChanges } from "#domain/workspace/history/restore-changes.ts";
import { restoreItem } from "#domain/workspace/items.ts";
import type { WorkspaceState } from "#domain/workspace/state.ts";
import { toAutomationAnswers } from "../automations/answer.ts";
import type { QueryApiDeps } from "../deps.ts";
import { loadShopZone } from "../shop-zone.ts";

const Query = z.strictObject({
  id: z.string().min(1).max(100),
  version: z.string().regex(/^\d{1,15}$/, "must be a version from the history"),
});

const versionOf = <Item extends z.ZodType>(item: Item) =>
  z.strictObject({ Item: item, Changes: z.array(z.string()), NotRestored: z.array(z.string()) });

/** The restoration itself checks quotas. */
const noQuotas = Number.POSITIVE_INFINITY;

const restoredSentence = (title: string): string => `“${title}” will be back, at the end of the list.`;

/** The workspace now and at a version, from the events, so never behind them. */
const loadStates = async (
  { runner }: Pick<QueryApiDeps, "runner">,
  tenant: string,
  version: number,
): Promise<{ now: WorkspaceState; before: WorkspaceState }> => {
  const [now, before] = await Promise.all([
    runner.load(workspaceDecider, tenant),
    runner.loadAt(workspaceDecider, tenant, version),
  ]);
  if (before.version !== version)
    throw badRequest(`There is no version ${version} of this workspace. Reload the page.`);
  return { now: now.state, before: before.state };
};

const missingVersionError = (itemName: string) =>
  notFound(`The ${itemName} did not exist at that version. Choose a version from its own history.`);

/** Previews of restoring a version, by the restoration's rules. */
export const versionRoutes = (deps: QueryApiDeps): Route[] => [
  route({
    method: "GET",
    path: "filters/history-version",
    summary: "What restoring a filter to a version of its history would change, in words, and what could not come back",
    description: "Changes nothing. Conditions that no longer exist are listed in NotRestored.",
    refuses: ["unknown"],
    access: "shop",
    query: Query,
    data: versionOf(FilterData),
    handler: async ({ query: { id, version } }, { caller: { tenant } }) => {
      const { now, before: previous } = await loadStates(deps, tenant, Number(version));
      const earlier = previous.filters.find(({ filterId }) => filterId === id);
      if (!earlier) throw missingVersionError("filter");
      const current = now.filters.find(({ filterId }) => filterId === id);
      const decided = restoreItem(
        restorableFilter(await readPersonalTexts(deps.vault, earlier.sievers)),
        { id, version: Number(version), earlier: pickFilterContent(earlier), maxItems: noQuotas },
        now,
      );
      if (isRefusal(decided)) return decided;
      const restored = decided.find((event) => event.type === "FilterRestored")?.data;
      const restoredItem = await detokenizeFilter(deps.vault, restored ?? current ?? earlier);
      const moment = { now: deps.clock.now().toISOString(), zone: await loadShopZone(deps, tenant) };
      return {
        Item: filterOnWire(restoredItem),
        Changes: current
          ? describeFilterChanges(await detokenizeFilter(deps.vault, current), restoredItem, moment)
          : [restoredSentence(restoredItem.title)],
        NotRestored: restored?.notRestored ?? [],
      };
    },
  }),
  route({
    method: "GET",
    path: "reports/history-version",
    summary: "What restoring a report design to a version would change, in words, and what could not come back",
    description: "Changes nothing. Columns that no longer exist are listed in NotRestored.",
    refuses: ["unknown"],
    access: "shop",
    query: Query,
    data: versionOf(ReportDesignData),
    handler: async ({ query: { id, version } }, { caller: { tenant } }) => {
      const { now, before: previous } = await loadStates(deps, tenant, Number(version));
      const earlier = previous.reports.find(({ reportId }) => reportId === id);
      if (!earlier) throw missingVersionError("report design");
      const current = now.reports.find(({ reportId }) => reportId === id);
      const decided = restoreItem(
        restorableDesign({ known: columnByKey, defaults: defaultColumnKeys }),
        { id, version: Number(version), earlier: pickDesignContent(earlier), maxItems: noQuotas },
        now,
      );
      if (isRefusal(decided)) return decided;
      const restored = decided.find((event) => event.type === "ReportDesignRestored")?.data;
      const restoredItem = restored ?? current ?? earlier;
      return {
        Item: designOnWire(restoredItem),
        Changes: current ? describeDesignChanges(current, restoredItem) : [restoredSentence(restoredItem.title)],
        NotRestored: restored?.notRestored ?? [],
      };
    },
  }),
  route({
    method: "GET",
    path: "automations/history-version",
    summary: "What restoring an automated report to a version would change, in words, and what could not come back",
    description:
      "Changes nothing. A design or filter that was deleted since can't come back and is listed in NotRestored.",
    refuses: ["unknown", "rule"],
    access: "shop",
    query: Query,
    data: versionOf(AutomationData),
    handler: async ({ query: { id, version } }, { caller: { tenant } }) => {
      const { now, before: previous } = await loadStates(deps, tenant, Number(version));
      const earlier = previous.automations.find(({ automationId }) => automationId === id);
      if (!earlier) throw missingVersionError("automated report");
      const current = now.automations.find(({ automationId }) => automationId === id);
      const decided = restoreItem(
        restorableAutomation(await readDestinationTexts(deps.vault, earlier.destination)),
        { id, version: Number(version), earlier: toDefinition(earlier), maxItems: noQuotas },
        now,
      );
      if (isRefusal(decided)) return decided;
      const restored = decided.find((event) => event.type === "AutomationRestored")?.data;
      const restoredItem = restored ?? current ?? earlier;
      const [item] = await toAutomationAnswers(
        deps,
        [{ automation: restoredItem, progress: computeDefinitionProgress(restoredItem) }],
        now.automations,
      );
      if (!item) throw new Error("An automated report that would be restored has no answer.");
      const changes = current ? compareDefinitions(current, restoredItem) : [];
      const texts = await deps.vault.readAll(referencesInFields(changes));
      return {
        Item: item,
        Changes: current
          ? describeFieldChanges(detokenizeFields(changes, texts))
          : [restoredSentence(restoredItem.title)],
        NotRestored: restored?.notRestored ?? [],
      };
    },
  }),
];
