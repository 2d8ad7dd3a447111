import type { CommandRunner } from "#application/commands/command-runner-types.ts";
import { deriveId } from "#application/text/derive-id.ts";
import { type ConsoleCommand, type ConsoleState, consoleDecider } from "#domain/console/decider.ts";
import { type ConsoleEvent, supportTenant } from "#domain/console/events.ts";
import { isRefusal } from "#domain/core/decider.ts";
import type { Clock } from "#infra/ports/clock.ts";
import type { Ids } from "#infra/ports/ids.ts";
import type { SupportSession } from "../session/sessions.ts";

type About = {
  correlation: string;
  /** The shop concerned; {@link supportTenant} if none. */
  tenant?: string;
  /** Actions with the same ID count once. */
  id?: string;
};

/** The console's audit log. Written before anything is answered or executed. */
export type AuditLog = {
  record(act: ConsoleEvent, about: About): Promise<void>;
  /** An agent sees data of a shop: logged once per ten minutes. */
  recordView(
    session: Pick<SupportSession, "id" | "agent">,
    about: { tenant: string; correlation: string },
  ): Promise<void>;
};

const viewWindow = 600_000;
/** Cache size of logged views: most requests of a person concern the same shop. */
const maxCachedViews = 1_000;

export const createAuditLog = (deps: { runner: CommandRunner; clock: Clock; ids: Ids }): AuditLog => {
  const { runner, clock, ids } = deps;
  const noted = new Set<string>();
  const note: AuditLog["record"] = async (act, { correlation, tenant = supportTenant, id = ids.uuid() }) => {
    const done = await runner.execute(
      consoleDecider,
      id,
      (context, _state: ConsoleState): ConsoleCommand => ({ type: "NoteAct", act, context }),
      {
        tenant,
        actor: { kind: "agent", agent: act.data.agent },
        correlation,
        isNewStream: act.type !== "AgentActRefused",
        skipCache: true,
      },
    );
    if (isRefusal(done)) throw new Error(`An act at the console was refused: ${done.message}`);
  };
  return {
    record: note,
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
