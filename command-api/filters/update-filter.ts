import { route } from "#application/http/route.ts";
import { isRefusal } from "#domain/core/decider.ts";
import { contentFromWire, filterOnWire } from "#domain/wire/filters/filter-on-wire.ts";
import { FilterData, UpdateFilterPayload } from "#domain/wire/filters/filters.ts";
import type { CommandApiDeps } from "../deps.ts";
import { saveFilter } from "./save-filter.ts";

/**
 * Longest body, bytes. Fits 10,000 values of the greatest length, so that too many values get their field's own
 * message.
 */
const maxBodyBytes = 4 * 1_048_576;

/** Updates a filter, recording the merchant's intent (D-4). */
export const updateFilterRoute = (deps: CommandApiDeps) =>
  route({
    method: "PUT",
    path: "filters/update-filter",
    summary: "Saves a filter: fields that others changed since If-Match merge, or are refused with both values",
    description:
      "Takes the whole filter. Without If-Match it is compared with what stands there now. A conflict names each field with both values.",
    refuses: ["invalid", "unknown", "conflict", "rule"],
    access: "shop",
    ifMatch: true,
    maxBodyBytes,
    body: UpdateFilterPayload,
    data: FilterData,
    handler: async ({ body }, call) => {
      const sent = contentFromWire(body);
      if (isRefusal(sent)) return sent;
      const saved = await saveFilter(deps, call, body.id, sent);
      return isRefusal(saved) ? saved : filterOnWire(saved);
    },
  });
