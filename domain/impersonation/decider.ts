import { type Decider, refuse } from "../core/decider.ts";
import type { CommandContext } from "../core/message.ts";
import { impersonationSessionMinutes, supportTicketSeconds } from "../retention/retention.ts";
import type { ImpersonationEnd, ImpersonationEvent } from "./events.ts";

/** Lifetime of a ticket, and of its impersonation session, ms. */
export const ticketLifetimeMs = supportTicketSeconds * 1_000;
const sessionLifetimeMs = impersonationSessionMinutes * 60_000;

/** Commands on `impersonation-{id}`. */
export type ImpersonationCommand = { context: CommandContext } & (
  | { type: "AllowImpersonation"; agent: string; reasonRef: string }
  | { type: "BeginImpersonation" }
  | { type: "EndImpersonation"; by: ImpersonationEnd }
);

type SessionFacts = { tenant: string; agent: string; reasonRef: string };

/** `until`: ISO UTC. */
export type ImpersonationState =
  | { status: "unknown" }
  | ({ status: "allowed" } & SessionFacts)
  | ({ status: "begun"; until: string } & SessionFacts)
  | ({ status: "ended"; by: ImpersonationEnd } & SessionFacts);

const ticketUsedMessage = "This link has already been used. Get a new one from the support console.";

/** Stream `impersonation-{id}`. A ticket starts one session, and an ended session never resumes. */
export const impersonationDecider: Decider<ImpersonationCommand, ImpersonationEvent, ImpersonationState> = {
  category: "impersonation",
  stateSchema: 2,
  initialState: { status: "unknown" },
  decide: (command, state) => {
    const { instant } = command.context;
    switch (command.type) {
      case "AllowImpersonation": {
        const { agent, reasonRef } = command;
        return state.status === "unknown" ? [{ type: "ImpersonationAllowed", data: { agent, reasonRef } }] : [];
      }
      case "BeginImpersonation": {
        if (state.status !== "allowed") return refuse("rule", ticketUsedMessage);
        const until = new Date(Date.parse(instant) + sessionLifetimeMs).toISOString();
        return [{ type: "ImpersonationBegun", data: { until } }];
      }
      case "EndImpersonation": {
        const isOpen = state.status === "allowed" || (state.status === "begun" && instant < state.until);
        return isOpen ? [{ type: "ImpersonationEnded", data: { by: command.by } }] : [];
      }
    }
  },
  evolve: (state, event, { tenant }) => {
    if (event.type === "ImpersonationAllowed") return { status: "allowed", tenant, ...event.data };
    if (state.status === "unknown") return state;
    const { agent, reasonRef } = state;
    const known = { tenant: state.tenant, agent, reasonRef };
    return event.type === "ImpersonationBegun"
      ? { status: "begun", ...known, until: event.data.until }
      : { status: "ended", ...known, by: event.data.by };
  },
};
