import { detokenizeFilter } from "#application/privacy/personal-values.ts";
import { isJsonEqual } from "#domain/core/is-json-equal.ts";
import type { FrozenInput } from "#domain/export/frozen-input.ts";
import { conditionsOfReport } from "#domain/export/report-description.ts";
import { conditionLines } from "#domain/filters/description/describe-filter.ts";
import type { FilterConditions } from "#domain/filters/filter.ts";
import { countErased } from "#domain/filters/personal.ts";
import type { ExportDetails } from "#domain/wire/reports/reporting.ts";
import { workspaceDecider } from "#domain/workspace/decider.ts";
import type { QueryApiDeps } from "../deps.ts";

type Deps = Pick<QueryApiDeps, "runner" | "vault">;

const conditionsIn = ({ financial_status, fulfillment_status, order_status, sievers }: FilterConditions) => ({
  financial_status,
  fulfillment_status,
  order_status,
  sievers,
});

/** Compares two filters, both with tokenized values. */
const compareWithCurrent = async ({ runner }: Deps, tenant: string, then: NonNullable<FrozenInput["filter"]>) => {
  const { state } = await runner.load(workspaceDecider, tenant);
  const now = state.filters.find(({ filterId }) => filterId === then.filterId);
  if (!now) return "deleted";
  return isJsonEqual(conditionsIn(now), conditionsIn(then)) ? "same" : "changed";
};

/** A report's filter at its request, compared with today's (ADR 57); null without one. */
export const describeFrozenFilter = async (
  deps: Deps,
  tenant: string,
  input: FrozenInput,
): Promise<ExportDetails["Filter"]> => {
  const { filter } = input;
  if (!filter) return null;
  const plaintext = await detokenizeFilter(deps.vault, filter);
  const counted = conditionsOfReport({ ...input, filter: plaintext });
  if (!counted) return null;
  return {
    Conditions: conditionLines(counted).map(({ line }) => line),
    Since: await compareWithCurrent(deps, tenant, filter),
    Erased: countErased(counted.sievers),
  };
};
