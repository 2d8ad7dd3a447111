import { FrozenInputLost, findFrozenInput } from "#application/exports/freeze-input.ts";
import { notFound } from "#application/http/api-error.ts";
import { describeConfigurationFields, describePreferenceFields } from "#domain/as-of/configuration-fields.ts";
import { compareFields, type DescribedField, determineItemChange } from "#domain/as-of/described-field.ts";
import { describeDesignFields } from "#domain/as-of/design-fields.ts";
import { describeFilterFields } from "#domain/as-of/filter-fields.ts";
import { designFromFrozenInput, filterFromFrozenInput, withoutHiddenColumns } from "#domain/as-of/from-frozen-input.ts";
import { type AsOfItemKind, findItemAt } from "#domain/as-of/items.ts";
import { resolveZone } from "#domain/dates/resolve-zone.ts";
import { exportDecider } from "#domain/export/decider.ts";
import type { FrozenInput } from "#domain/export/frozen-input.ts";
import { pickRange } from "#domain/export/order-selection.ts";
import type { ExportFacts } from "#domain/export/state.ts";
import { isSlowReport, resolveReportPeriod } from "#domain/ledger/planning/report-period.ts";
import { parseIdNumber } from "#domain/orders/parse-id-number.ts";
import { collections } from "#domain/read-models/documents.ts";
import type { RunDocument } from "#domain/read-models/run-document.ts";
import { shopDecider } from "#domain/shop/decider.ts";
import type { ShopState } from "#domain/shop/state.ts";
import type { ConsoleFrozenInputs, ConsoleItem } from "#domain/wire/support/console.ts";
import type { AutomationDefinition } from "#domain/workspace/automations/automation.ts";
import { workspaceDecider } from "#domain/workspace/decider.ts";
import type { WorkspaceState } from "#domain/workspace/state.ts";
import type { ConsoleDeps } from "../deps.ts";
import type { ConsoleRoute } from "../http/route.ts";

type Deps = Pick<ConsoleDeps, "readModels" | "runner" | "state">;

type SetupAsOf = { automation: AutomationDefinition; workspace: WorkspaceState; shop: ShopState };

/** Period of a run's files, by the setup at its claim. */
const requestedByRun = (run: RunDocument, { automation, workspace, shop }: SetupAsOf): ConsoleFrozenInputs["asked"] => {
  const design = workspace.reports.find(({ reportId }) => reportId === automation.reportId);
  if (design === undefined || !("profile" in shop)) return null;
  const zone = resolveZone(shop.profile.ianaTimezone);
  const { applyDateFilter } = automation;
  const period = resolveReportPeriod(run, { applyDateFilter, zone, isSlow: isSlowReport(design) });
  const filter = workspace.filters.find(({ filterId }) => filterId === automation.filterId);
  return {
    range: null,
    period: { ...period, zone },
    chosen: 0,
    filterTitle: filter?.title ?? null,
    orderIds: [],
  };
};

/** The workspace and shop versions of the claim can always be replayed (ADR 80). */
const readRunInput = async ({ readModels, runner }: Deps, id: string): Promise<ConsoleFrozenInputs> => {
  const run = (await readModels.get(collections.runs.name, id))?.document as RunDocument | undefined;
  if (run === undefined) throw notFound("There is no such run.");
  const { tenant, automationId, claim } = run;
  const [then, now, shop, shopNow] = await Promise.all([
    runner.loadAt(workspaceDecider, tenant, claim.workspaceVersion),
    runner.load(workspaceDecider, tenant),
    runner.loadAt(shopDecider, tenant, claim.shopVersion),
    runner.load(shopDecider, tenant),
  ]);
  const automation = then.state.automations.find((one) => one.automationId === automationId);
  const itemOf = (kind: AsOfItemKind, of: string | undefined) =>
    (of !== undefined && findItemAt(kind, of, { earlier: then.state, now: now.state })) || null;
  return {
    tenant,
    kept: automation !== undefined,
    asked:
      automation === undefined ? null : requestedByRun(run, { automation, workspace: then.state, shop: shop.state }),
    versions: { workspace: claim.workspaceVersion, shop: claim.shopVersion },
    flags: [...claim.flags],
    automation: itemOf("automation", automationId),
    design: itemOf("design", automation?.reportId),
    filter: itemOf("filter", automation?.filterId) ?? itemOf("page-filter", automation?.filterId),
    configuration: compareFields(describeConfigurationFields(shop.state), describeConfigurationFields(shopNow.state)),
  };
};

const toItem = (
  id: string,
  title: string,
  then: readonly DescribedField[],
  now: readonly DescribedField[] | undefined,
): ConsoleItem => ({
  id,
  title,
  since: determineItemChange(then, now),
  fields: compareFields(then, now),
});

const designAsOf = ({ design }: FrozenInput, { reports }: WorkspaceState): ConsoleItem => {
  const now = reports.find(({ reportId }) => reportId === design.reportId);
  return toItem(
    design.reportId,
    design.title,
    describeDesignFields(designFromFrozenInput(design)),
    now && describeDesignFields(withoutHiddenColumns(now)),
  );
};

const filterAsOf = ({ filter, asked }: FrozenInput, { filters }: WorkspaceState): ConsoleItem | null => {
  if (filter === null) return null;
  const now = filters.find(({ filterId }) => filterId === filter.filterId);
  const title = asked.filterTitle ?? now?.title ?? "";
  return toItem(
    filter.filterId,
    title,
    describeFilterFields(filterFromFrozenInput(filter, title)),
    now && describeFilterFields(now),
  );
};

const preferencesAsOf = ({ preferences }: FrozenInput, shop: ShopState) =>
  compareFields(
    describePreferenceFields(preferences),
    "preferences" in shop ? describePreferenceFields(shop.preferences) : [],
  );

/** Maximum number of ids shown. The merchant's file has all. */
const maxIds = 100;

const requestedByExport = (
  { asked, filters, shop, selectedOrderIds }: FrozenInput,
  { run }: ExportFacts,
): ConsoleFrozenInputs["asked"] => ({
  // Automated reports have no chosen range.
  range: run ? null : pickRange(asked),
  period: { from: filters.from, to: filters.to, zone: shop.ianaTimezone },
  chosen: selectedOrderIds.length,
  filterTitle: asked.filterTitle ?? null,
  orderIds: selectedOrderIds.slice(0, maxIds).map(parseIdNumber),
});

const inputNotStored: Omit<ConsoleFrozenInputs, "tenant"> = {
  kept: false,
  asked: null,
  versions: null,
  flags: [],
  automation: null,
  design: null,
  filter: null,
  configuration: [],
};

const readExportInput = async ({ runner, state: store }: Deps, id: string): Promise<ConsoleFrozenInputs> => {
  const { state } = await runner.load(exportDecider, id);
  if (state.status === "unknown") throw notFound("There is no such export.");
  const { tenant } = state.facts;
  const input = await findFrozenInput(store, state.facts).catch((error: unknown) => {
    if (error instanceof FrozenInputLost) return undefined;
    throw error;
  });
  if (input === undefined) return { ...inputNotStored, tenant };
  const [workspace, shop] = await Promise.all([
    runner.load(workspaceDecider, tenant),
    runner.load(shopDecider, tenant),
  ]);
  return {
    ...inputNotStored,
    tenant,
    kept: true,
    asked: requestedByExport(input, state.facts),
    design: designAsOf(input, workspace.state),
    filter: filterAsOf(input, workspace.state),
    configuration: preferencesAsOf(input, shop.state),
  };
};

const frozenInputsRoute = (
  deps: ConsoleDeps,
  path: string,
  madeOf: (deps: Deps, id: string) => Promise<ConsoleFrozenInputs>,
): ConsoleRoute => ({
  method: "GET",
  path: `${path}/:id/made-of`,
  needs: "viewer",
  handle: async ({ session, requestId, params }): Promise<ConsoleFrozenInputs> => {
    const made = await madeOf(deps, params.id ?? "");
    await deps.acts.recordView(session, { tenant: made.tenant, correlation: requestId });
    return made;
  },
});

/** Exact design, filter and configuration of a run or an export, compared with the current ones. */
export const frozenInputsRoutes = (deps: ConsoleDeps): ConsoleRoute[] => [
  frozenInputsRoute(deps, "runs", readRunInput),
  frozenInputsRoute(deps, "exports", readExportInput),
];
