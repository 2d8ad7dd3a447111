import { agentNameRef } from "#domain/console/events.ts";
import { impersonationDecider } from "#domain/impersonation/decider.ts";
import { grantAt, grantDecider } from "#domain/impersonation/grant.ts";
import type { SupportLook } from "#domain/wire/support/impersonation.ts";
import type { Clock } from "#infra/ports/clock.ts";
import type { Vault } from "#infra/ports/stores/vault.ts";
import type { CommandRunner } from "../commands/command-runner-types.ts";

type Deps = { runner: Pick<CommandRunner, "load">; vault: Pick<Vault, "readAll">; clock: Pick<Clock, "now"> };

/** Replaces an erased name or reason. */
export const erasedWord = "Erased";

/** The impersonation session as shown in its banner. `endsAt`: of its token. */
export const supportLook = async (
  { runner, vault, clock }: Deps,
  look: { id: string; tenant: string; endsAt: Date },
): Promise<SupportLook> => {
  const { state } = await runner.load(impersonationDecider, look.id);
  if (state.status === "unknown") throw new Error(`There is no look ${look.id}, and somebody has a token of it.`);
  const nameRef = agentNameRef(state.agent);
  const [words, granted] = await Promise.all([
    vault.readAll([nameRef, state.reasonRef]),
    runner.load(grantDecider, look.tenant),
  ]);
  return {
    Agent: words.get(nameRef) ?? erasedWord,
    Reason: words.get(state.reasonRef) ?? erasedWord,
    EndsAt: look.endsAt.toISOString(),
    ChangesUntil: grantAt(granted.state, clock.now().toISOString())?.until ?? null,
  };
};
