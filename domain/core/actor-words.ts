import type { Actor } from "./message.ts";

/** Who reads it: the merchant, or somebody of support who looks into the shop. */
export type Reader = "merchant" | "support";
export const readerOf = ({ support }: { support?: unknown }): Reader =>
  support === undefined ? "merchant" : "support";

/**
 * Who did something: 'Sheaf support (…)', 'Sheaf support', 'Sheaf', or the merchant, who reads 'You' of that. The agent of a look is told by name
 * ({@link spokenActor}).
 */
export const actorWords = (actor: Actor, reader: Reader = "merchant"): string => {
  if (actor.kind === "support") return actor.agent === "" ? "Sheaf support" : `Sheaf support (${actor.agent})`;
  if (actor.kind === "agent") return "Sheaf support";
  return actor.kind === "system" ? "Sheaf" : reader === "merchant" ? "You" : "The merchant";
};

/** The same actor with the agent's name in place of the made-up id that events have; no name once it was erased. `names`: by id. */
export const spokenActor = (actor: Actor, names: ReadonlyMap<string, string>): Actor =>
  actor.kind === "support" ? { ...actor, agent: names.get(actor.agent) ?? "" } : actor;
