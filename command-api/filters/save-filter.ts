import { isRefusal, type Refusal } from "#domain/core/decider.ts";
import type { FilterContent, SieverValues } from "#domain/filters/filter.ts";
import { referencesIn } from "#domain/filters/personal.ts";
import { contentAlone } from "#domain/wire/filter-on-wire.ts";
import { workspaceDecider } from "#domain/workspace/decider.ts";
import { updateFilter } from "#domain/workspace/edit-filter.ts";
import { filterKind } from "#domain/workspace/filters.ts";
import type { Filter, WorkspaceState } from "#domain/workspace/state.ts";
import { find } from "#domain/workspace/things.ts";
import type { CallOf } from "#infra/app/http/route.ts";
import { type KeptValues, keepWords, speak, wouldKeep } from "#infra/app/personal-values.ts";
import { StoreBusy } from "#infra/ports/busy.ts";
import { budgetOfCall } from "../budget.ts";
import type { CommandApiDeps } from "../deps.ts";
import { notSeen, seenThing } from "../workspace/base.ts";
import { left, type MerchantsCommand, onWorkspace } from "../workspace/run.ts";
import { spokenConflict } from "./spoken-conflict.ts";

type Edit = Extract<MerchantsCommand, { type: "UpdateFilter" }>;

/** Thrown instead of running a command whose words the vault does not have: `accepted` when it would go through with them. */
class WordsMissing extends Error {
  override name = "WordsMissing";
  readonly accepted: boolean;
  constructor(accepted: boolean) {
    super("The vault does not have the words of this save yet.");
    this.accepted = accepted;
  }
}

/** How often a save is looked at anew when others put words into the filter meanwhile. */
const mostLooks = 50;

/**
 * Saves what was meant by a whole filter that was sent over what the call's If-Match saw (D-4), and answers the filter as it now stands, its
 * values spoken. Words get into the vault only when the save would go through with them (ADR 21): what is refused leaves none.
 * @throws {ApiError} 400, 409: as the base of the edit says
 * @throws {StoreBusy} others changed the filter all the time
 */
export const saveFilter = async (
  deps: Pick<CommandApiDeps, "budgets" | "runner" | "vault">,
  call: CallOf<"shop">,
  filterId: string,
  sent: FilterContent,
): Promise<Filter | Refusal> => {
  const { tenant } = call.caller;
  const changes = budgetOfCall(deps.budgets.changes, tenant);
  const seen = await seenThing(deps, call, filterKind, filterId);
  /** Runs the save over words that the vault may lack. What is refused needs none of them. @throws {WordsMissing} it would go through */
  const save = async ({ sievers, texts, missing }: KeptValues, before: readonly SieverValues[]) => {
    const wanted: FilterContent = { ...sent, sievers };
    const looked = new Set(referencesIn(...before));
    const make = (state: WorkspaceState): Edit => {
      const current = find(filterKind, state, filterId);
      const base = seen ? seen.thing : current;
      if (current && !base) throw notSeen(filterKind);
      const edit: Edit = { type: "UpdateFilter", filterId, base: base ? contentAlone(base) : wanted, wanted, texts };
      if (missing.length > 0) {
        const refused = isRefusal(updateFilter(edit, state));
        // Words that came into the filter meanwhile may be the same, and then there is nothing to refuse.
        const isSure = referencesIn(current?.sievers ?? {}).every((reference) => looked.has(reference));
        if (!refused || !isSure) throw new WordsMissing(!refused);
      }
      return edit;
    };
    return onWorkspace(deps, call, `update-filter ${filterId}`, make, changes);
  };
  /** Characters of the words that came into the vault: paid for with the events, as they stay whatever becomes of the save. */
  let words = 0;
  try {
    for (let looks = 0; looks < mostLooks; looks++) {
      const now =
        looks === 0 && seen
          ? seen.now
          : find(filterKind, (await deps.runner.load(workspaceDecider, tenant)).state, filterId);
      const before = [seen?.thing, now].flatMap((filter) => (filter ? [filter.sievers] : []));
      const kept = await wouldKeep(deps.vault, tenant, sent.sievers, before);
      if (isRefusal(kept)) return kept;
      try {
        const result = await save(kept, before);
        if (isRefusal(result)) return await spokenConflict(deps.vault, result, sent);
        return await speak(deps.vault, left(find(filterKind, result.state, filterId), "a filter"), kept.texts);
      } catch (error) {
        if (!(error instanceof WordsMissing)) throw error;
        if (!error.accepted) continue;
        await keepWords(deps.vault, tenant, kept.missing);
        words += JSON.stringify(kept.missing).length;
      }
    }
  } finally {
    if (words > 0) changes.spend(words);
  }
  throw new StoreBusy("This filter is being changed too often right now. Try again in a moment.");
};
