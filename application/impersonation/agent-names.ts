import { toAgentNameRef } from "#domain/console/events.ts";
import type { Actor } from "#domain/core/message.ts";
import type { Vault } from "#infra/ports/stores/vault.ts";

/** Names of support agents by their pseudonymous ids; erased ones are absent. */
export const agentNames = async (
  vault: Pick<Vault, "readAll">,
  agents: readonly string[],
): Promise<Map<string, string>> => {
  if (agents.length === 0) return new Map();
  const found = await vault.readAll([...new Set(agents)].map(toAgentNameRef));
  return new Map(
    agents.flatMap((agent) => {
      const name = found.get(toAgentNameRef(agent));
      return name === undefined ? [] : [[agent, name]];
    }),
  );
};

/** Names of the support agents among some actors. */
export const readActorNames = (vault: Pick<Vault, "readAll">, actors: readonly Actor[]): Promise<Map<string, string>> =>
  agentNames(
    vault,
    actors.flatMap((actor) => (actor.kind === "support" ? [actor.agent] : [])),
  );
