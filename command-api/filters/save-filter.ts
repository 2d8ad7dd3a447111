import type { CallOf } from "#application/http/route.ts";
import { detokenizeFilter, storePersonalTexts, tokenize } from "#application/privacy/personal-values.ts";
import { isRefusal, type Refusal } from "#domain/core/decider.ts";
import type { FilterContent } from "#domain/filters/filter.ts";
import { listReferences } from "#domain/filters/personal.ts";
import { pickFilterContent } from "#domain/wire/filters/filter-on-wire.ts";
import { updateFilter } from "#domain/workspace/filters/edit-filter.ts";
import { filterKind } from "#domain/workspace/filters/filters.ts";
import { findItem } from "#domain/workspace/items.ts";
import type { Filter } from "#domain/workspace/state.ts";
import type { CommandApiDeps } from "../deps.ts";
import { type MerchantCommand, requireItem } from "../workspace/execute-on-workspace.ts";
import { saveWithPersonalTexts } from "../workspace/save-with-personal-texts.ts";
import { detokenizeConflict } from "./detokenize-conflict.ts";

type Edit = Extract<MerchantCommand, { type: "UpdateFilter" }>;

/**
 * Saves a whole filter over the version in If-Match (D-4). Returns its new state in plaintext.
 * @throws as {@link saveWithPersonalTexts}
 */
export const saveFilter = async (
  deps: Pick<CommandApiDeps, "budgets" | "runner" | "vault">,
  call: CallOf<"shop">,
  filterId: string,
  sent: FilterContent,
): Promise<Filter | Refusal> => {
  const { vault } = deps;
  const { tenant } = call.caller;
  const sieversOf = (filters: readonly Filter[]) => filters.map(({ sievers }) => sievers);
  const saved = await saveWithPersonalTexts(deps, call, {
    kind: filterKind,
    id: filterId,
    step: `update-filter ${filterId}`,
    tokenize: (before) => tokenize(vault, tenant, sent.sievers, sieversOf(before)),
    storeTexts: ({ missing }) => storePersonalTexts(vault, tenant, missing),
    edit: ({ sievers, texts }, base): Edit => {
      const wanted = { ...sent, sievers };
      return { type: "UpdateFilter", filterId, base: base ? pickFilterContent(base) : wanted, wanted, texts };
    },
    decide: updateFilter,
    referencesOf: (filters) => listReferences(...sieversOf(filters)),
  });
  if (isRefusal(saved)) return saved;
  const { result, kept } = saved;
  if (isRefusal(result)) return detokenizeConflict(vault, result, sent);
  return detokenizeFilter(vault, requireItem(findItem(filterKind, result.state, filterId), "a filter"), kept.texts);
};
