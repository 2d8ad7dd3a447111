import type { ConsoleDeps } from "../deps.ts";
import { wordIs } from "../lists/filters.ts";
import type { Resource } from "../lists/resource.ts";
import { rowsResource } from "../lists/rows-resource.ts";

/** Lag of each read model and the relay behind the events, and free disk space. */
export const measuresResource = ({ signs }: Pick<ConsoleDeps, "signs">): Resource =>
  rowsResource({
    name: "measures",
    shape: {
      filters: {
        state: wordIs("state", { well: ["well"], behind: ["behind"], low: ["low"] }),
        what: wordIs("what", { "read model": ["read model"], relay: ["relay"], disk: ["disk"] }),
      },
      sorts: { what: "what", name: "name", state: "state", since: "since" },
      sort: { field: "state", descending: false },
    },
    read: async () => [...signs.measures()],
    tenantOf: () => undefined,
  });
