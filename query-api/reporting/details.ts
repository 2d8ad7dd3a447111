import { z } from "zod";
import { refuse } from "#domain/core/decider.ts";
import { jsonEqual } from "#domain/core/json-equal.ts";
import { conditionsOfReport } from "#domain/export/about-report.ts";
import { exportDecider } from "#domain/export/decider.ts";
import type { FrozenInput } from "#domain/export/frozen-input.ts";
import type { FinishedFacts } from "#domain/export/state.ts";
import { conditionLines } from "#domain/filters/describe.ts";
import type { FilterConditions } from "#domain/filters/filter.ts";
import { erasedIn } from "#domain/filters/personal.ts";
import { type ExportDetails, ExportDetailsData } from "#domain/wire/reporting.ts";
import { workspaceDecider } from "#domain/workspace/decider.ts";
import { findFrozenInput } from "#infra/app/freeze-input.ts";
import { type Route, route } from "#infra/app/http/route.ts";
import { speak } from "#infra/app/personal-values.ts";
import type { QueryApiDeps } from "../deps.ts";

type Deps = Pick<QueryApiDeps, "runner" | "state" | "vault">;

const conditionsIn = ({ financial_status, fulfillment_status, order_status, sievers }: FilterConditions) => ({
  financial_status,
  fulfillment_status,
  order_status,
  sievers,
});

/** How a filter stands today against what was frozen of it; both have their values as they are kept. */
const since = async ({ runner }: Deps, tenant: string, then: NonNullable<FrozenInput["filter"]>) => {
  const { state } = await runner.load(workspaceDecider, tenant);
  const now = state.filters.find(({ filterId }) => filterId === then.filterId);
  if (!now) return "deleted";
  return jsonEqual(conditionsIn(now), conditionsIn(then)) ? "same" : "changed";
};

const filterThen = async (deps: Deps, tenant: string, input: FrozenInput): Promise<ExportDetails["Filter"]> => {
  const { filter } = input;
  if (!filter) return null;
  const spoken = await speak(deps.vault, filter);
  const counted = conditionsOfReport({ ...input, filter: spoken });
  if (!counted) return null;
  return {
    Conditions: conditionLines(counted).map(({ line }) => line),
    Since: await since(deps, tenant, filter),
    Erased: erasedIn(counted.sievers),
  };
};

const fileOf = ({ contentHash, fileHash, fingerprint: { app, icu, tz, node } }: FinishedFacts) => ({
  ContentHash: contentHash,
  FileHash: fileHash,
  Fingerprint: { App: app, Icu: icu, TimeZones: tz, Node: node },
});

/** What an export was asked for with, from its frozen inputs: its filter as it was then (ADR 57). */
export const exportDetailsRoute = (deps: Deps): Route =>
  route({
    method: "GET",
    path: "reporting/getExportDetails",
    summary: "What an export's file is known by, and what its filter kept when it was asked for",
    access: "shop",
    query: z.strictObject({ id: z.string().min(1).max(100) }),
    data: ExportDetailsData,
    handler: async ({ query }, { caller: { tenant } }) => {
      const { state } = await deps.runner.load(exportDecider, query.id);
      if (state.status === "unknown" || state.facts.tenant !== tenant)
        return refuse("unknown", "This export can't be found. Refresh the list of exports.");
      const input = await findFrozenInput(deps.state, state.facts.inputHash);
      const File = "file" in state ? fileOf(state.file) : null;
      if (!input) return { Kept: false, Filter: null, File };
      return { Kept: true, Filter: await filterThen(deps, tenant, input), File };
    },
  });
