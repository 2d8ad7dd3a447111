import { type Decider, refuse } from "../core/decider.ts";
import type { CommandContext } from "../core/message.ts";
import type { GrantEvent } from "./events.ts";

/** Hours for which a merchant may let support make changes. */
export const grantHours = [1, 24, 72] as const;

/** Commands on `grant-{tenant}`. */
export type GrantCommand = { context: CommandContext } & (
  | { type: "AllowSupportChanges"; hours: number }
  | { type: "StopSupportChanges" }
);

/** Instants are ISO UTC. */
export type Grant = { allowedAt: string; hours: number; until: string };
export type GrantState = { grant: Grant | null };

/** Returns the grant in effect at an instant (ISO UTC); null means read-only. */
export const grantAt = ({ grant }: GrantState, instant: string): Grant | null =>
  grant !== null && instant < grant.until ? grant : null;

/** Stream `grant-{tenant}`. The newest grant counts, even if it is shorter. */
export const grantDecider: Decider<GrantCommand, GrantEvent, GrantState> = {
  category: "grant",
  stateSchema: 1,
  initialState: { grant: null },
  decide: (command, state) => {
    const { instant } = command.context;
    if (command.type === "StopSupportChanges")
      return grantAt(state, instant) === null ? [] : [{ type: "SupportChangesStopped", data: {} }];
    const { hours } = command;
    if (!grantHours.some((known) => known === hours))
      return refuse("invalid", `Support can be let to make changes for ${grantHours.join(", ")} hours. Choose one.`);
    const until = new Date(Date.parse(instant) + hours * 3_600_000).toISOString();
    return [{ type: "SupportChangesAllowed", data: { hours, until } }];
  },
  evolve: (_state, event, { instant }) => ({
    grant: event.type === "SupportChangesAllowed" ? { allowedAt: instant, ...event.data } : null,
  }),
};
