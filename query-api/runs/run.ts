import { z } from "zod";
import { frozenDesign } from "#application/exports/build-frozen-input.ts";
import { notFound } from "#application/http/api-error.ts";
import { type Route, route } from "#application/http/route.ts";
import { columnByKey } from "#domain/columns/catalogue.ts";
import { toReader } from "#domain/core/actor-name.ts";
import { isJsonEqual } from "#domain/core/is-json-equal.ts";
import { Sorting } from "#domain/enumerations.ts";
import { exportDecider } from "#domain/export/decider.ts";
import type { FrozenInput } from "#domain/export/frozen-input.ts";
import type { RunDocument } from "#domain/read-models/run-document.ts";
import type { Period } from "#domain/schedule/schedule.ts";
import { formatPreference, preferenceNames } from "#domain/shop/preference-labels.ts";
import type { Preferences } from "#domain/shop/preferences.ts";
import { type RunDetails, RunDetailsData } from "#domain/wire/automations/automation-history.ts";
import { workspaceDecider } from "#domain/workspace/decider.ts";
import { describeCustomColumn, describeFormat, describeSorting } from "#domain/workspace/designs/design-text.ts";
import type { WorkspaceState } from "#domain/workspace/state.ts";
import type { QueryApiDeps } from "../deps.ts";
import { describeFrozenFilter } from "../reporting/frozen-filter.ts";
import { loadShopZone } from "../shop-zone.ts";
import { readEventsOfRun } from "./events-of-run.ts";
import { readRunInput } from "./run-inputs.ts";
import { readRun, runReads } from "./runs.ts";

type Deps = Pick<QueryApiDeps, "eventStore" | "readModels" | "runner" | "state" | "vault" | "config">;
type Design = NonNullable<RunDetails["Design"]>;

const describeDesign = ({ design }: FrozenInput, { reports }: WorkspaceState): Design => {
  const { reportId, title, grouping, splitter, sortedBy, columns } = design;
  const now = reports.find((report) => report.reportId === reportId);
  const since = now && (isJsonEqual(frozenDesign(now), design) ? "same" : "changed");
  return {
    Id: reportId,
    Title: title,
    Grouping: grouping,
    Splitter: splitter,
    Order: `${sortedBy === null ? "" : "sorted by "}${describeSorting(sortedBy, (key) => columns.find(({ column }) => column === key)?.title ?? undefined)}`,
    Columns: columns.map(({ column, title: own, custom, format }) => ({
      Key: column,
      Title: own ?? columnByKey.get(column)?.title ?? column,
      Sorting: sortedBy?.column === column ? sortedBy.sorting : Sorting.None,
      Content: custom ? describeCustomColumn(custom) : null,
      Format: format && describeFormat(format),
    })),
    Since: since ?? "deleted",
  };
};

const describePreferences = ({ preferences }: FrozenInput): RunDetails["Preferences"] =>
  (Object.keys(preferenceNames) as (keyof Preferences)[]).map((name) => ({
    Name: preferenceNames[name],
    Value: formatPreference(name, preferences[name]),
  }));

type DescribedInput = Pick<RunDetails, "Kept" | "Design" | "Filter" | "Preferences">;

/** Returns the file's period. With the date filter off, it differs from the run's own. */
const coveredPeriodOf = (input: FrozenInput | undefined): Period | undefined => {
  const { from = null, to = "" } = input?.filters ?? {};
  return from === null ? undefined : { from, to };
};

const describeInput = async (deps: Deps, tenant: string, input: FrozenInput | undefined): Promise<DescribedInput> => {
  if (!input) return { Kept: false, Design: null, Filter: null, Preferences: null };
  const { state } = await deps.runner.load(workspaceDecider, tenant);
  const filter = await describeFrozenFilter(deps, tenant, input);
  return {
    Kept: true,
    Design: describeDesign(input, state),
    Filter: filter && {
      Id: input.filter?.filterId ?? "",
      Title: input.asked.filterTitle ?? "",
      Conditions: filter.Conditions,
      Since: filter.Since,
    },
    Preferences: describePreferences(input),
  };
};

const readFile = async ({ runner }: Deps, { exportId }: RunDocument): Promise<RunDetails["File"]> => {
  if (exportId === null) return null;
  const { state } = await runner.load(exportDecider, exportId);
  if (!("file" in state)) return null;
  const { contentHash, fileHash } = state.file;
  return { ContentHash: contentHash, FileHash: fileHash };
};

const loadTitleAtClaim = async ({ runner }: Deps, { tenant, automationId, claim }: RunDocument): Promise<string> => {
  const { state } = await runner.loadAt(workspaceDecider, tenant, claim.workspaceVersion);
  return state.automations.find((one) => one.automationId === automationId)?.title ?? "";
};

/** A run's inputs, frozen or from its claim's versions, and all its events (ADR 80). */
export const runRoute = (deps: Deps): Route =>
  route({
    method: "GET",
    path: "automations/get-run/{runId}",
    summary: "What a run of an automated report was made of, and every event of it with who did it",
    description:
      "Holds the design, filter and period that the run was made with, as they were then. Also lists every attempt to deliver it.",
    refuses: ["unknown"],
    access: "shop",
    reads: runReads,
    params: z.strictObject({ runId: z.string().min(1).max(100) }),
    data: RunDetailsData,
    handler: async ({ params: { runId } }, { caller }) => {
      const { tenant } = caller;
      const run = await readRun(deps, tenant, runId);
      if (!run) throw notFound("This run can't be found. Open the history of the automated report again.");
      const input = await readRunInput(deps, run);
      const { workspaceVersion, shopVersion, flags, catalogueVersion, inputHash } = run.claim;
      return {
        RunId: runId,
        AutomationId: run.automationId,
        Title: await loadTitleAtClaim(deps, run),
        Claim: {
          At: run.claimedAt,
          WorkspaceVersion: workspaceVersion,
          ShopVersion: shopVersion,
          Flags: [...flags],
          CatalogueVersion: catalogueVersion,
          InputHash: inputHash,
        },
        ...(await describeInput(deps, tenant, input)),
        File: await readFile(deps, run),
        Events: await readEventsOfRun(deps, run, {
          zone: await loadShopZone(deps, tenant),
          covers: coveredPeriodOf(input),
          reader: toReader(caller),
        }),
      };
    },
  });
