import type { CommandRunner } from "#application/commands/command-runner-types.ts";
import { ApiError } from "#application/http/api-error.ts";
import { toHttpRefusal } from "#application/http/to-http.ts";
import { deriveId } from "#application/text/derive-id.ts";
import { type ConsoleCommand, type ConsoleState, consoleDecider } from "#domain/console/decider.ts";
import { type ConsoleEvent, supportTenant } from "#domain/console/events.ts";
import { isRefusal } from "#domain/core/decider.ts";
import type { CommandContext } from "#domain/core/message.ts";
import type { Clock } from "#infra/ports/clock.ts";
import type { Ids } from "#infra/ports/ids.ts";
import type { SupportSession } from "../session/sessions.ts";

type About = {
  correlation: string;
  /** Tenant of the action; {@link supportTenant} if none. */
  tenant?: string;
  /** Id of the action; actions with one id count once. */
  id?: string;
  /** Refusals of the action at the request's beginning, if it may be sent again. */
  knownRefusals?: number;
};

/** Audit log, written before anything is answered or executed. */
export type AuditLog = {
  record(act: ConsoleEvent, about: About): Promise<void>;
  /** The action was refused, so it changed nothing. */
  recordRefusal(agent: string, about: About & { id: string }): Promise<void>;
  /** Records that nobody knows if the action was done. */
  recordUnconfirmed(agent: string, about: About & { id: string }): Promise<void>;
  /** Records that an agent sees a shop's data, once per ten minutes. */
  recordView(
    session: Pick<SupportSession, "id" | "agent">,
    about: { tenant: string; correlation: string },
  ): Promise<void>;
};

const viewWindow = 600_000;
/** Few suffice: most requests of a person concern the same shop. */
const maxCachedViews = 1_000;

export const createAuditLog = (deps: { runner: CommandRunner; clock: Clock; ids: Ids }): AuditLog => {
  const { runner, clock, ids } = deps;
  const noted = new Set<string>();
  const execute = async (
    agent: string,
    { correlation, tenant = supportTenant, id = ids.uuid() }: About,
    command: (context: CommandContext) => ConsoleCommand,
    isNewStream: boolean,
  ): Promise<void> => {
    const done = await runner.execute(
      consoleDecider,
      id,
      (context, _state: ConsoleState): ConsoleCommand => command(context),
      { tenant, actor: { kind: "agent", agent }, correlation, isNewStream, skipCache: true },
    );
    if (isRefusal(done)) throw new ApiError(toHttpRefusal(done));
  };
  const note: AuditLog["record"] = (act, about) => {
    const { knownRefusals } = about;
    const known = knownRefusals !== undefined && { knownRefusals };
    return execute(act.data.agent, about, (context) => ({ type: "NoteAct", act, context, ...known }), true);
  };
  return {
    record: note,
    recordRefusal: (agent, about) => execute(agent, about, (context) => ({ type: "NoteRefusal", context }), false),
    recordUnconfirmed: (agent, about) =>
      execute(agent, about, (context) => ({ type: "NoteUnconfirmed", context }), false),
    recordView: async (session, { tenant, correlation }) => {
      const time = Math.floor(clock.wall().getTime() / viewWindow);
      const id = deriveId("look", session.id, tenant, String(time));
      if (noted.has(id)) return;
      await note({ type: "ShopLookedAt", data: { agent: session.agent } }, { correlation, tenant, id });
      if (noted.size >= maxCachedViews) noted.clear();
      noted.add(id);
    },
  };
};
