import type { CommandRunner } from "#application/commands/command-runner-types.ts";
import { deriveId } from "#application/text/derive-id.ts";
import { type ConsoleCommand, type ConsoleState, consoleDecider } from "#domain/console/decider.ts";
import { type ConsoleEvent, supportTenant } from "#domain/console/events.ts";
import { isRefusal } from "#domain/core/decider.ts";
import type { Clock } from "#infra/ports/clock.ts";
import type { Ids } from "#infra/ports/ids.ts";
import type { SupportSession } from "../session/sessions.ts";

/** `tenant`: of the shop that it is about; of an act about none it is {@link supportTenant}. `id`: acts of one id are one. */
type About = { correlation: string; tenant?: string; id?: string };

/** The audit log of the console, which is told before anything is answered or done. */
export type Acts = {
  note(act: ConsoleEvent, about: About): Promise<void>;
  /** Somebody sees something of a shop: noted once in ten minutes. */
  looked(session: Pick<SupportSession, "id" | "agent">, about: { tenant: string; correlation: string }): Promise<void>;
};

const onceIn = 600_000;
/** Of the newest looks it is remembered that they were noted: most of what a person asks for is of the shop they are at. */
const remembered = 1_000;

export const createActs = (deps: { runner: CommandRunner; clock: Clock; ids: Ids }): Acts => {
  const { runner, clock, ids } = deps;
  const noted = new Set<string>();
  const note: Acts["note"] = async (act, { correlation, tenant = supportTenant, id = ids.uuid() }) => {
    const done = await runner.execute(
      consoleDecider,
      id,
      (context, _state: ConsoleState): ConsoleCommand => ({ type: "NoteAct", act, context }),
      { tenant, actor: { kind: "agent", agent: act.data.agent }, correlation, fresh: true, passing: true },
    );
    if (isRefusal(done)) throw new Error(`An act at the console was refused: ${done.message}`);
  };
  return {
    note,
    looked: async (session, { tenant, correlation }) => {
      const time = Math.floor(clock.wall().getTime() / onceIn);
      const id = deriveId("look", session.id, tenant, String(time));
      if (noted.has(id)) return;
      await note({ type: "ShopLookedAt", data: { agent: session.agent } }, { correlation, tenant, id });
      if (noted.size >= remembered) noted.clear();
      noted.add(id);
    },
  };
};
