import type { Actor } from "../core/message.ts";

/** Actors that filter a shop's activity: merchants, support agents in any role, and Sheaf itself. */
export const activityActors = ["merchant", "support", "Sheaf"] as const;
export type ActivityActor = (typeof activityActors)[number];

export const toActivityActor = ({ kind }: Actor): ActivityActor =>
  kind === "merchant" ? "merchant" : kind === "system" ? "Sheaf" : "support";

/** Returns the id of the support agent; null for other actors. */
export const getAgent = (actor: Actor): string | null => ("agent" in actor ? actor.agent : null);

/** Describes an actor in words for support. `name`: the agent's. */
export const describeActor = (actor: Actor, name: string): string => {
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
