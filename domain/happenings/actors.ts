import type { Actor } from "../core/message.ts";

/** Whom a story is narrowed by: merchants, people of support in whatever way, and Sheaf by itself. */
export const happeningActors = ["merchant", "support", "Sheaf"] as const;
export type HappeningActor = (typeof happeningActors)[number];

export const actorOf = ({ kind }: Actor): HappeningActor =>
  kind === "merchant" ? "merchant" : kind === "system" ? "Sheaf" : "support";

/** Whoever of support it was; null of others. */
export const agentOf = (actor: Actor): string | null => ("agent" in actor ? actor.agent : null);

/** Who did something, as people of support read it. `name`: of the agent. */
export const actorSaid = (actor: Actor, name: string): string => {
  switch (actor.kind) {
    case "merchant":
      return "The merchant";
    case "support":
      return `${name}, as the merchant`;
    case "agent":
      return name;
    case "system":
      return `Sheaf (${actor.part})`;
  }
};
