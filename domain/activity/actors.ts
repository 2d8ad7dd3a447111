import type { Actor } from "../core/message.ts";

/** Merchants, support agents in any role, and Sheaf itself. */
export const activityActors = ["merchant", "support", "Sheaf"] as const;
export type ActivityActor = (typeof activityActors)[number];

export const toActivityActor = ({ kind }: Actor): ActivityActor =>
  kind === "merchant" ? "merchant" : kind === "system" ? "Sheaf" : "support";

/** Returns a support agent's id; null for other actors. */
export const getAgent = (actor: Actor): string | null => ("agent" in actor ? actor.agent : null);

/** Describes an actor for support. `name`: the agent's name. */
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
