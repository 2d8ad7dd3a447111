import type { Actor } from "./message.ts";

/** Who did something, as merchants read it: 'You', 'Sheaf support (…)', 'Sheaf support' or 'Sheaf'. */
export const actorWords = (actor: Actor): string => {
  if (actor.kind === "support") return `Sheaf support (${actor.agent})`;
  if (actor.kind === "agent") return "Sheaf support";
  return actor.kind === "system" ? "Sheaf" : "You";
};
