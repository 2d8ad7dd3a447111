import type { CallOf } from "#application/http/route.ts";
import { keepWords, speak, wouldKeep } from "#application/privacy/personal-values.ts";
import { isRefusal, type Refusal } from "#domain/core/decider.ts";
import type { FilterContent } from "#domain/filters/filter.ts";
import { referencesIn } from "#domain/filters/personal.ts";
import { contentAlone } from "#domain/wire/filters/filter-on-wire.ts";
import { updateFilter } from "#domain/workspace/filters/edit-filter.ts";
import { filterKind } from "#domain/workspace/filters/filters.ts";
import type { Filter } from "#domain/workspace/state.ts";
import { find } from "#domain/workspace/things.ts";
import type { CommandApiDeps } from "../deps.ts";
import { left, type MerchantsCommand } from "../workspace/run.ts";
import { saveWithWords } from "../workspace/save-with-words.ts";
import { spokenConflict } from "./spoken-conflict.ts";

type Edit = Extract<MerchantsCommand, { type: "UpdateFilter" }>;

/**
 * Saves a whole filter over the version in If-Match (D-4). Returns its new state in plaintext.
 * @throws as {@link saveWithWords}
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
  const saved = await saveWithWords(deps, call, {
    kind: filterKind,
    id: filterId,
    step: `update-filter ${filterId}`,
    keep: (before) => wouldKeep(vault, tenant, sent.sievers, sieversOf(before)),
    put: ({ missing }) => keepWords(vault, tenant, missing),
    edit: ({ sievers, texts }, base): Edit => {
      const wanted = { ...sent, sievers };
      return { type: "UpdateFilter", filterId, base: base ? contentAlone(base) : wanted, wanted, texts };
    },
    decide: updateFilter,
    referencesOf: (filters) => referencesIn(...sieversOf(filters)),
  });
  if (isRefusal(saved)) return saved;
  const { result, kept } = saved;
  if (isRefusal(result)) return spokenConflict(vault, result, sent);
  return speak(vault, left(find(filterKind, result.state, filterId), "a filter"), kept.texts);
};
