import { readReceived } from "#application/webhooks/received.ts";
import type { ConsoleDeps } from "../deps.ts";
import { before, since, textIs, wordIs } from "../lists/filters.ts";
import type { Resource } from "../lists/resource.ts";
import { rowsResource } from "../lists/rows-resource.ts";

/** Platform webhooks accepted within a week, with their outcomes but not their contents. */
export const webhooksResource = (deps: Pick<ConsoleDeps, "state" | "clock">): Resource =>
  rowsResource({
    name: "webhooks",
    shape: {
      filters: {
        topic: textIs("topic"),
        tenant: textIs("tenant"),
        outcome: wordIs("outcome", { handled: ["handled"], "passed over": ["passed over"], failed: ["failed"] }),
        since: since("at"),
        before: before("at"),
      },
      sorts: { at: "at", topic: "topic", shop: "shop", outcome: "outcome" },
      sort: { field: "at", descending: true },
    },
    read: () => readReceived(deps),
    tenantOf: ({ tenant }) => tenant ?? undefined,
  });
