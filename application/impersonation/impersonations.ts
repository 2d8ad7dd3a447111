import { isRefusal } from "#domain/core/decider.ts";
import type { Actor } from "#domain/core/message.ts";
import { type ImpersonationState, impersonationDecider, ticketLifetimeMs } from "#domain/impersonation/decider.ts";
import type { ImpersonationEnd } from "#domain/impersonation/events.ts";
import type { Clock } from "#infra/ports/clock.ts";
import type { Ids } from "#infra/ports/ids.ts";
import type { Position } from "#infra/ports/stores/event-store.ts";
import { StateConflict, type StateStore } from "#infra/ports/stores/state-store.ts";
import type { CommandRunner } from "../commands/command-runner-types.ts";
import { impersonationIndex, logInKey, supportSessionKey } from "../session/keys.ts";
import { sha256 } from "../text/derive-id.ts";

/** A session to allow. `id` names its stream. `console`: session that asked for it, if any. */
type AllowedSession = { id: string; tenant: string; agent: string; console: string | null };

/** `page`: the shop's page at the console, whose addresses only the console knows. */
type RequestedSession = AllowedSession & { page?: string };

type Begun = Extract<ImpersonationState, { status: "begun" }>;

export type Impersonations = {
  /** Issues a ticket that is valid once, for 60 s. */
  allow(session: RequestedSession & { reasonRef: string; correlation: string }): Promise<string>;
  /** Begins a session. Undefined if the ticket is invalid, used or expired, or its agent has signed out. */
  begin(
    ticket: string,
    correlation: string,
  ): Promise<(RequestedSession & { state: Begun; position: Position | undefined }) | undefined>;
  /** True if the session has begun and not ended. Its token checks the time. */
  isOpen(id: string): Promise<boolean>;
  /** Ends a session for good; returns the event's position. */
  end(id: string, by: ImpersonationEnd, who: { actor: Actor; correlation: string }): Promise<Position | undefined>;
  /** Ends sessions, also those with an unused ticket. */
  endAll(whose: { agent: string } | { console: string }, who: { actor: Actor; correlation: string }): Promise<void>;
};

type Ticket = RequestedSession;

const ticketKey = (hash: string): string => `impersonation-ticket:${hash}`;

/**
 * Support's impersonation sessions (R-14, ADR 100). A ticket is in the state store under a hash of its secret; its
 * deletion redeems it. The session's stream lets it begin only once. Its tokens also need its login
 * (session/sessions.ts).
 */
export const createImpersonations = (deps: {
  state: StateStore;
  clock: Clock;
  ids: Ids;
  runner: CommandRunner;
}): Impersonations => {
  const { state, clock, ids, runner } = deps;

  const use = async (ticket: string): Promise<Ticket | undefined> => {
    if (!/^[\w-]{1,200}$/.test(ticket)) return undefined;
    const key = ticketKey(sha256(ticket));
    const entry = await state.get<Ticket>(key);
    if (entry === undefined) return undefined;
    try {
      return (await state.delete(key, { ifVersion: entry.version })) ? entry.value : undefined;
    } catch (error) {
      // The ticket was redeemed between read and delete.
      if (error instanceof StateConflict) return undefined;
      throw error;
    }
  };

  const end: Impersonations["end"] = async (id, by, { actor, correlation }) => {
    const known = (await runner.load(impersonationDecider, id)).state;
    if (known.status === "unknown") return undefined;
    // The login goes before the event, so that access has ended by then.
    await state.delete(logInKey(id));
    const result = await runner.execute(
      impersonationDecider,
      id,
      (context) => ({ type: "EndImpersonation", by, context }) as const,
      { tenant: known.tenant, actor, correlation },
    );
    // An opening session may have checked `isOpen` before the event and logged in since.
    await state.delete(logInKey(id));
    return isRefusal(result) ? undefined : result.position;
  };

  const isAtConsole = async ({ console }: AllowedSession): Promise<boolean> =>
    console === null || (await state.get(supportSessionKey(console))) !== undefined;

  return {
    allow: async ({ reasonRef, correlation, ...session }) => {
      const { id, tenant, agent } = session;
      await runner.execute(
        impersonationDecider,
        id,
        (context) => ({ type: "AllowImpersonation", agent, reasonRef, context }) as const,
        { tenant, actor: { kind: "agent", agent }, correlation, isNewStream: true },
      );
      const ticket = ids.secret(32);
      const expiresAt = new Date(clock.wall().getTime() + ticketLifetimeMs);
      const index = impersonationIndex({ tenant, support: session });
      await state.put(ticketKey(sha256(ticket)), session, { ifVersion: 0, expiresAt, index });
      return ticket;
    },
    begin: async (ticket, correlation) => {
      const session = await use(ticket);
      if (session === undefined || !(await isAtConsole(session))) return undefined;
      const { id, tenant, agent } = session;
      const result = await runner.execute(
        impersonationDecider,
        id,
        (context) => ({ type: "BeginImpersonation", context }) as const,
        { tenant, actor: { kind: "support", agent, impersonation: id }, correlation },
      );
      if (isRefusal(result) || result.state.status !== "begun") return undefined;
      return { ...session, state: result.state, position: result.position };
    },
    isOpen: async (id) => (await runner.load(impersonationDecider, id)).state.status === "begun",
    end,
    endAll: async (whose, who) => {
      const [field, value] = "agent" in whose ? ["look-agent", whose.agent] : ["look-console", whose.console];
      for (;;) {
        const entries = await state.find<Ticket | string>(field, value);
        if (entries.length === 0) return;
        for (const { key, value: kept } of entries) {
          await state.delete(key);
          const id = typeof kept === "string" ? key.slice(logInKey("").length) : kept.id;
          await end(id, "sign-out", who);
        }
      }
    },
  };
};
