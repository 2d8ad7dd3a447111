import { FrozenInputLost, findFrozenInput } from "#application/exports/freeze-input.ts";
import { unknown } from "#application/http/api-error.ts";
import { configurationLines, preferenceLines } from "#domain/as-of/configuration-lines.ts";
import { designLines } from "#domain/as-of/design-lines.ts";
import { filterLines } from "#domain/as-of/filter-lines.ts";
import { designOfFrozen, filterOfFrozen, shownAlone } from "#domain/as-of/frozen.ts";
import { fieldsThen, type Line, sinceThen } from "#domain/as-of/line.ts";
import { type ThingKind, thingThen } from "#domain/as-of/things.ts";
import { knownZone } from "#domain/dates/known-zone.ts";
import { exportDecider } from "#domain/export/decider.ts";
import type { FrozenInput } from "#domain/export/frozen-input.ts";
import type { ExportFacts } from "#domain/export/state.ts";
import { isSlowReport, periodOfReport } from "#domain/ledger/planning/report-period.ts";
import { idNumber } from "#domain/orders/id-number.ts";
import { collections } from "#domain/read-models/documents.ts";
import type { RunDocument } from "#domain/read-models/run-document.ts";
import { shopDecider } from "#domain/shop/decider.ts";
import type { ShopState } from "#domain/shop/state.ts";
import type { ConsoleMadeOf, ConsoleThing } from "#domain/wire/support/console.ts";
import type { AutomationDefinition } from "#domain/workspace/automations/automation.ts";
import { workspaceDecider } from "#domain/workspace/decider.ts";
import type { WorkspaceState } from "#domain/workspace/state.ts";
import type { ConsoleDeps } from "../deps.ts";
import type { ConsoleRoute } from "../http/route.ts";

type Deps = Pick<ConsoleDeps, "readModels" | "runner" | "state">;

type Then = { automation: AutomationDefinition; workspace: WorkspaceState; shop: ShopState };

/** Period of a run's files, derived from the setup at its claim. */
const askedOfRun = (run: RunDocument, { automation, workspace, shop }: Then): ConsoleMadeOf["asked"] => {
  const design = workspace.reports.find(({ reportId }) => reportId === automation.reportId);
  if (design === undefined || !("profile" in shop)) return null;
  const zone = knownZone(shop.profile.ianaTimezone);
  const { applyDateFilter } = automation;
  const period = periodOfReport(run, { applyDateFilter, zone, isSlow: isSlowReport(design) });
  const filter = workspace.filters.find(({ filterId }) => filterId === automation.filterId);
  return {
    range: null,
    period: { ...period, zone },
    chosen: 0,
    filterTitle: filter?.title ?? null,
    orderIds: [],
  };
};

/** A run's inputs are the workspace and shop versions of its claim, which can always be replayed (ADR 80). */
const runMadeOf = async ({ readModels, runner }: Deps, id: string): Promise<ConsoleMadeOf> => {
  const run = (await readModels.get(collections.runs.name, id))?.document as RunDocument | undefined;
  if (run === undefined) throw unknown("There is no such run.");
  const { tenant, automationId, claim } = run;
  const [then, now, shop, shopNow] = await Promise.all([
    runner.loadAt(workspaceDecider, tenant, claim.workspaceVersion),
    runner.load(workspaceDecider, tenant),
    runner.loadAt(shopDecider, tenant, claim.shopVersion),
    runner.load(shopDecider, tenant),
  ]);
  const automation = then.state.automations.find((one) => one.automationId === automationId);
  const thing = (kind: ThingKind, of: string | undefined) =>
    (of !== undefined && thingThen(kind, of, { earlier: then.state, now: now.state })) || null;
  return {
    tenant,
    kept: automation !== undefined,
    asked: automation === undefined ? null : askedOfRun(run, { automation, workspace: then.state, shop: shop.state }),
    versions: { workspace: claim.workspaceVersion, shop: claim.shopVersion },
    flags: [...claim.flags],
    automation: thing("automation", automationId),
    design: thing("design", automation?.reportId),
    filter: thing("filter", automation?.filterId) ?? thing("page-filter", automation?.filterId),
    configuration: fieldsThen(configurationLines(shop.state), configurationLines(shopNow.state)),
  };
};

const thingOf = (id: string, title: string, then: readonly Line[], now: readonly Line[] | undefined): ConsoleThing => ({
  id,
  title,
  since: sinceThen(then, now),
  fields: fieldsThen(then, now),
});

const designThen = ({ design }: FrozenInput, { reports }: WorkspaceState): ConsoleThing => {
  const now = reports.find(({ reportId }) => reportId === design.reportId);
  return thingOf(
    design.reportId,
    design.title,
    designLines(designOfFrozen(design)),
    now && designLines(shownAlone(now)),
  );
};

const filterThen = ({ filter, asked }: FrozenInput, { filters }: WorkspaceState): ConsoleThing | null => {
  if (filter === null) return null;
  const now = filters.find(({ filterId }) => filterId === filter.filterId);
  const title = asked.filterTitle ?? now?.title ?? "";
  return thingOf(filter.filterId, title, filterLines(filterOfFrozen(filter, title)), now && filterLines(now));
};

const preferencesThen = ({ preferences }: FrozenInput, shop: ShopState) =>
  fieldsThen(preferenceLines(preferences), "preferences" in shop ? preferenceLines(shop.preferences) : []);

/** Maximum order ids returned; the merchant's file has all of them. */
const mostIds = 100;

const askedThen = (
  { asked, filters, shop, selectedOrderIds }: FrozenInput,
  { run }: ExportFacts,
): ConsoleMadeOf["asked"] => ({
  // Automated reports have no chosen range.
  range: run ? null : asked.range,
  period: { from: filters.from, to: filters.to, zone: shop.ianaTimezone },
  chosen: selectedOrderIds.length,
  filterTitle: asked.filterTitle ?? null,
  orderIds: selectedOrderIds.slice(0, mostIds).map(idNumber),
});

const nothingKept: Omit<ConsoleMadeOf, "tenant"> = {
  kept: false,
  asked: null,
  versions: null,
  flags: [],
  automation: null,
  design: null,
  filter: null,
  configuration: [],
};

/** The frozen inputs of an export, as long as they are kept. */
const exportMadeOf = async ({ runner, state: store }: Deps, id: string): Promise<ConsoleMadeOf> => {
  const { state } = await runner.load(exportDecider, id);
  if (state.status === "unknown") throw unknown("There is no such export.");
  const { tenant } = state.facts;
  const input = await findFrozenInput(store, state.facts).catch((error: unknown) => {
    if (error instanceof FrozenInputLost) return undefined;
    throw error;
  });
  if (input === undefined) return { ...nothingKept, tenant };
  const [workspace, shop] = await Promise.all([
    runner.load(workspaceDecider, tenant),
    runner.load(shopDecider, tenant),
  ]);
  return {
    ...nothingKept,
    tenant,
    kept: true,
    asked: askedThen(input, state.facts),
    design: designThen(input, workspace.state),
    filter: filterThen(input, workspace.state),
    configuration: preferencesThen(input, shop.state),
  };
};

const madeOfRoute = (
  deps: ConsoleDeps,
  path: string,
  madeOf: (deps: Deps, id: string) => Promise<ConsoleMadeOf>,
): ConsoleRoute => ({
  method: "GET",
  path: `${path}/:id/made-of`,
  needs: "viewer",
  handle: async ({ session, requestId, params }): Promise<ConsoleMadeOf> => {
    const made = await madeOf(deps, params.id ?? "");
    await deps.acts.looked(session, { tenant: made.tenant, correlation: requestId });
    return made;
  },
});

/** The exact design, filter and configuration of a run or an export, with today's beside them. */
export const madeOfRoutes = (deps: ConsoleDeps): ConsoleRoute[] => [
  madeOfRoute(deps, "runs", runMadeOf),
  madeOfRoute(deps, "exports", exportMadeOf),
];
