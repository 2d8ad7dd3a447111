import type { Actor } from "../core/message.ts";

/** Actor groups for filtering a shop's activity: merchants, support agents in any role, and Sheaf itself. */
export const happeningActors = ["merchant", "support", "Sheaf"] as const;
export type HappeningActor = (typeof happeningActors)[number];

export const actorOf = ({ kind }: Actor): HappeningActor =>
  kind === "merchant" ? "merchant" : kind === "system" ? "Sheaf" : "support";

/** Id of the support agent; null for other actors. */
export const agentOf = (actor: Actor): string | null => ("agent" in actor ? actor.agent : null);

/** An actor in words for support. `name`: the agent's. */
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
