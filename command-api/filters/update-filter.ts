import { isRefusal } from "#domain/core/decider.ts";
import type { FilterContent } from "#domain/filters/filter.ts";
import { contentAlone, contentFromWire, filterOnWire } from "#domain/wire/filter-on-wire.ts";
import { FilterData, UpdateFilterPayload } from "#domain/wire/filters.ts";
import { workspaceDecider } from "#domain/workspace/decider.ts";
import { filterKind } from "#domain/workspace/filters.ts";
import { find } from "#domain/workspace/things.ts";
import { route } from "#infra/app/http/route.ts";
import { keepWords, speak } from "#infra/app/personal-values.ts";
import type { CommandApiDeps } from "../deps.ts";
import { notSeen, seenThing } from "../workspace/base.ts";
import { left, onWorkspace } from "../workspace/run.ts";
import { spokenConflict } from "./spoken-conflict.ts";

/** Room for 10,000 values of the greatest length: too many are refused by their field's own sentence, not by their weight. */
const largest = 4 * 1_048_576;

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
      const now = find(filterKind, (await deps.runner.load(workspaceDecider, tenant)).state, body.id);
      const before = [seen?.thing, now].flatMap((filter) => (filter ? [filter.sievers] : []));
      // Words of a filter that is not there are kept by nobody.
      const kept = await keepWords(deps.vault, tenant, before.length > 0 ? sent.sievers : {}, before);
      if (isRefusal(kept)) return kept;
      const { texts } = kept;
      const wanted: FilterContent = { ...sent, sievers: kept.sievers };
      const result = await onWorkspace(deps, call, `update-filter ${body.id}`, (state) => {
        const current = find(filterKind, state, body.id);
        const base = seen ? seen.thing : current;
        if (current && !base) throw notSeen(filterKind);
        return { type: "UpdateFilter", filterId: body.id, base: base ? contentAlone(base) : wanted, wanted, texts };
      });
      if (isRefusal(result)) return spokenConflict(deps.vault, result);
      return filterOnWire(await speak(deps.vault, left(find(filterKind, result.state, body.id), "a filter")));
    },
  });
