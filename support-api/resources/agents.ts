import { erasedLabel } from "#application/impersonation/describe-session.ts";
import { toAgentNameRef } from "#domain/console/events.ts";
import { collections } from "#domain/read-models/documents.ts";
import type { ConsoleActDocument } from "#domain/read-models/support-documents.ts";
import type { ConsoleAgent } from "#domain/wire/support/console.ts";
import type { ConsoleDeps } from "../deps.ts";
import { createInMemoryResource } from "../lists/in-memory-resource.ts";
import type { Resource } from "../lists/resource.ts";

const maxAgents = 500;

type Deps = Pick<ConsoleDeps, "readModels" | "vault">;

/** All agents with actions at the console, one index step per agent. */
const agentIds = async ({ readModels }: Deps): Promise<string[]> => {
  const ids: string[] = [];
  while (ids.length < maxAgents) {
    const last = ids.at(-1);
    const [next] = await readModels.find(collections.consoleActs.name, {
      where: last === undefined ? [] : [{ field: "agent", above: last }],
      // This is the index's order; by agent alone, all actions of one agent would be sorted.
      sort: [{ field: "agent" }, { field: "at" }],
      limit: 1,
    });
    if (next === undefined) break;
    ids.push((next.document as unknown as ConsoleActDocument).agent);
  }
  return ids;
};

const named = async ({ vault }: Deps, ids: readonly string[]): Promise<ConsoleAgent[]> => {
  const names = await vault.readAll(ids.map(toAgentNameRef));
  return ids.map((id) => ({ id, name: names.get(toAgentNameRef(id)) ?? erasedLabel }));
};

/** Lists agents by name, for filtering lists. */
export const agentsResource = (deps: Deps): Resource =>
  createInMemoryResource<ConsoleAgent>({
    name: "agents",
    // Only the vault has names, so `read` does the search.
    shape: { filters: { q: () => [] }, sorts: { name: "name" }, sort: { field: "name", descending: false } },
    read: async ({ q }) => {
      const part = typeof q === "string" ? q.trim().toLowerCase() : "";
      return (await named(deps, await agentIds(deps))).filter(({ name }) => name.toLowerCase().includes(part));
    },
    one: async (id) => {
      const where = [{ field: "agent", equals: id }];
      const [act] = await deps.readModels.find(collections.consoleActs.name, { where, limit: 1 });
      return act && (await named(deps, [id]))[0];
    },
    tenantOf: () => undefined,
  });
