import { readReceived } from "#application/webhooks/received-webhooks.ts";
import type { ConsoleDeps } from "../deps.ts";
import { filterBefore, filterSince, isOneOfWord, isText } from "../lists/filters.ts";
import { createInMemoryResource } from "../lists/in-memory-resource.ts";
import type { Resource } from "../lists/resource.ts";

/** Lists webhooks accepted within a week, with their outcomes but not their contents. */
export const webhooksResource = (deps: Pick<ConsoleDeps, "state" | "clock">): Resource =>
  createInMemoryResource({
    name: "webhooks",
    shape: {
      filters: {
        topic: isText("topic"),
        tenant: isText("tenant"),
        outcome: isOneOfWord("outcome", { handled: ["handled"], "passed over": ["passed over"], failed: ["failed"] }),
        since: filterSince("at"),
        before: filterBefore("at"),
      },
      sorts: { at: "at", topic: "topic", shop: "shop", outcome: "outcome" },
      sort: { field: "at", descending: true },
    },
    read: () => readReceived(deps),
    tenantOf: ({ tenant }) => tenant ?? undefined,
  });
