import type { ConsoleDeps } from "../deps.ts";
import { isOneOfWord } from "../lists/filters.ts";
import { createInMemoryResource } from "../lists/in-memory-resource.ts";
import type { Resource } from "../lists/resource.ts";

/** Lag of read models and relay, and free disk space. */
export const healthChecksResource = ({ alerts }: Pick<ConsoleDeps, "alerts">): Resource =>
  createInMemoryResource({
    name: "measures",
    shape: {
      filters: {
        state: isOneOfWord("state", { well: ["well"], behind: ["behind"], low: ["low"] }),
        what: isOneOfWord("what", { "read model": ["read model"], relay: ["relay"], disk: ["disk"] }),
      },
      sorts: { what: "what", name: "name", state: "state", since: "since" },
      sort: { field: "state", descending: false },
    },
    read: async () => [...alerts.healthChecks()],
    tenantOf: () => undefined,
  });
