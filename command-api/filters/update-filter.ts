import { isRefusal } from "#domain/core/decider.ts";
import type { FilterContent, SieverValues } from "#domain/filters/filter.ts";
import { referencesIn } from "#domain/filters/personal.ts";
import { contentAlone, contentFromWire, filterOnWire } from "#domain/wire/filter-on-wire.ts";
import { FilterData, UpdateFilterPayload } from "#domain/wire/filters.ts";
import { workspaceDecider } from "#domain/workspace/decider.ts";
import { updateFilter } from "#domain/workspace/edit-filter.ts";
import { filterKind } from "#domain/workspace/filters.ts";
import { find } from "#domain/workspace/things.ts";
import { route } from "#infra/app/http/route.ts";
import { type Kept, keepWords, speak, wouldKeep } from "#infra/app/personal-values.ts";
import { StoreBusy } from "#infra/ports/busy.ts";
import type { CommandApiDeps } from "../deps.ts";
import { notSeen, seenThing } from "../workspace/base.ts";
import { left, type MerchantsCommand, onWorkspace } from "../workspace/run.ts";
import { spokenConflict } from "./spoken-conflict.ts";

/** Room for 10,000 values of the greatest length: too many are refused by their field's own sentence, not by their weight. */
const largest = 4 * 1_048_576;

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

/** Takes the whole filter, records what the merchant meant (D-4), and answers the filter as it now stands. */
export const updateFilterRoute = (deps: CommandApiDeps) =>
  route({
    method: "PUT",
    path: "filters/update-filter",
    summary: "Saves a filter: fields that others changed since If-Match merge, or are refused with both values",
    access: "shop",
    ifMatch: true,
    largest,
    body: UpdateFilterPayload,
    data: FilterData,
    handler: async ({ body }, call) => {
      const sent = contentFromWire(body);
      if (isRefusal(sent)) return sent;
      const { tenant } = call.caller;
      const seen = await seenThing(deps, call, filterKind, body.id);
      /** Runs the save over words that the vault may lack. What is refused needs none of them. @throws {WordsMissing} it would go through */
      const save = async ({ sievers, texts, missing }: Kept, before: readonly SieverValues[]) => {
        const wanted: FilterContent = { ...sent, sievers };
        const looked = new Set(referencesIn(...before));
        return onWorkspace(deps, call, `update-filter ${body.id}`, (state) => {
          const current = find(filterKind, state, body.id);
          const base = seen ? seen.thing : current;
          if (current && !base) throw notSeen(filterKind);
          const edit: Edit = {
            type: "UpdateFilter",
            filterId: body.id,
            base: base ? contentAlone(base) : wanted,
            wanted,
            texts,
          };
          if (missing.length > 0) {
            const refused = isRefusal(updateFilter(edit, state));
            // Words that came into the filter meanwhile may be the same, and then there is nothing to refuse.
            const isSure = referencesIn(current?.sievers ?? {}).every((reference) => looked.has(reference));
            if (!refused || !isSure) throw new WordsMissing(!refused);
          }
          return edit;
        });
      };
      for (let looks = 0; looks < mostLooks; looks++) {
        const now = find(filterKind, (await deps.runner.load(workspaceDecider, tenant)).state, body.id);
        const before = [seen?.thing, now].flatMap((filter) => (filter ? [filter.sievers] : []));
        const kept = await wouldKeep(deps.vault, tenant, sent.sievers, before);
        if (isRefusal(kept)) return kept;
        try {
          const result = await save(kept, before);
          if (isRefusal(result)) return spokenConflict(deps.vault, result, sent);
          return filterOnWire(await speak(deps.vault, left(find(filterKind, result.state, body.id), "a filter")));
        } catch (error) {
          if (!(error instanceof WordsMissing)) throw error;
          if (!error.accepted) continue;
          deps.budgets.changes.spend(tenant, JSON.stringify(kept.missing).length);
          await keepWords(deps.vault, tenant, kept.missing);
        }
      }
      throw new StoreBusy("This filter is being changed by others all the time. Try again in a moment.");
    },
  });
