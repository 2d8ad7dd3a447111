import type { CallOf } from "#application/http/route.ts";
import { detokenizeFilter, tokenize } from "#application/privacy/personal-values.ts";
import { isRefusal, type Refusal } from "#domain/core/decider.ts";
import type { FilterContent } from "#domain/filters/filter.ts";
import { pickFilterContent } from "#domain/wire/filters/filter-on-wire.ts";
import { filterKind } from "#domain/workspace/filters/filters.ts";
import { findItem } from "#domain/workspace/items.ts";
import type { Filter } from "#domain/workspace/state.ts";
import type { CommandApiDeps } from "../deps.ts";
import { requireItem } from "../workspace/execute-on-workspace.ts";
import { saveWithPersonalTexts } from "../workspace/save-with-personal-texts.ts";
import { detokenizeConflict } from "./detokenize-conflict.ts";

/**
 * Saves a filter over the version in If-Match (D-4). Returns plaintext.
 * @throws as {@link saveWithPersonalTexts}
 */
export const saveFilter = async (
  deps: Pick<CommandApiDeps, "budgets" | "runner" | "vault">,
  call: CallOf<"shop">,
  filterId: string,
  sent: FilterContent,
): Promise<Filter | Refusal> => {
  const { vault } = deps;
  const saved = await saveWithPersonalTexts(deps, call, {
    kind: filterKind,
    id: filterId,
    step: `update-filter ${filterId}`,
    tokenize: (chargedVault, before) =>
      tokenize(
        chargedVault,
        call.caller.tenant,
        sent.sievers,
        before.map(({ sievers }) => sievers),
      ),
    edit: ({ sievers, texts }, base) => {
      const wanted = { ...sent, sievers };
      return { type: "UpdateFilter", filterId, base: base ? pickFilterContent(base) : wanted, wanted, texts };
    },
  });
  if (isRefusal(saved)) return saved;
  const { result, tokenized } = saved;
  if (isRefusal(result)) return detokenizeConflict(vault, result, sent);
  return detokenizeFilter(
    vault,
    requireItem(findItem(filterKind, result.state, filterId), "a filter"),
    tokenized.texts,
  );
};
