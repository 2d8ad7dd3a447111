import { toAgentNameRef } from "#domain/console/events.ts";
import { impersonationDecider } from "#domain/impersonation/decider.ts";
import { grantAt, grantDecider } from "#domain/impersonation/grant.ts";
import type { ImpersonationSession } from "#domain/wire/support/impersonation.ts";
import type { Clock } from "#infra/ports/clock.ts";
import type { Vault } from "#infra/ports/stores/vault.ts";
import type { CommandRunner } from "../commands/command-runner-types.ts";

type Deps = { runner: Pick<CommandRunner, "load">; vault: Pick<Vault, "readAll">; clock: Pick<Clock, "now"> };

/** Shown in place of an erased name or reason. */
export const erasedLabel = "Erased";

/** Describes an impersonation session for its banner. `endsAt`: when its token expires. */
export const describeSession = async (
  { runner, vault, clock }: Deps,
  session: { id: string; tenant: string; endsAt: Date },
): Promise<ImpersonationSession> => {
  const { state } = await runner.load(impersonationDecider, session.id);
  if (state.status === "unknown")
    throw new Error(`There is no session ${session.id}, but somebody has a token for it.`);
  const nameRef = toAgentNameRef(state.agent);
  const [personalTexts, granted] = await Promise.all([
    vault.readAll([nameRef, state.reasonRef]),
    runner.load(grantDecider, session.tenant),
  ]);
  return {
    Agent: personalTexts.get(nameRef) ?? erasedLabel,
    Reason: personalTexts.get(state.reasonRef) ?? erasedLabel,
    EndsAt: session.endsAt.toISOString(),
    ChangesUntil: grantAt(granted.state, clock.now().toISOString())?.until ?? null,
  };
};
