import type { Actor } from "./message.ts";

/** `support`: an agent impersonating the shop. */
export type Reader = "merchant" | "support";
export const toReader = ({ support }: { support?: unknown }): Reader =>
  support === undefined ? "merchant" : "support";

/**
 * 'Sheaf support (…)', 'Sheaf support', 'Sheaf', or the merchant, who reads 'You'. An impersonating agent needs a
 * plaintext name ({@link withAgentName}).
 */
export const formatActor = (actor: Actor, reader: Reader = "merchant"): string => {
  if (actor.kind === "support") return actor.agent === "" ? "Sheaf support" : `Sheaf support (${actor.agent})`;
  if (actor.kind === "agent") return "Sheaf support";
  return actor.kind === "system" ? "Sheaf" : reader === "merchant" ? "You" : "The merchant";
};

/** Replaces the pseudonymous agent id by the name, or by '' once that is erased. `names`: by id. */
export const withAgentName = (actor: Actor, names: ReadonlyMap<string, string>): Actor =>
  actor.kind === "support" ? { ...actor, agent: names.get(actor.agent) ?? "" } : actor;
