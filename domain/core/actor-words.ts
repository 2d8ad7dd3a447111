import type { Actor } from "./message.ts";

/** Who did something, as merchants read it: 'You', 'Sheaf support (…)', 'Sheaf support' or 'Sheaf'. The agent of a look is told by name ({@link spokenActor}). */
export const actorWords = (actor: Actor): string => {
  if (actor.kind === "support") return actor.agent === "" ? "Sheaf support" : `Sheaf support (${actor.agent})`;
  if (actor.kind === "agent") return "Sheaf support";
  return actor.kind === "system" ? "Sheaf" : "You";
};

/** The same actor with the agent's name in place of the made-up id that events have; no name once it was erased. `names`: by id. */
export const spokenActor = (actor: Actor, names: ReadonlyMap<string, string>): Actor =>
  actor.kind === "support" ? { ...actor, agent: names.get(actor.agent) ?? "" } : actor;
