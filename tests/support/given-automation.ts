import { createCommandRunner } from "#application/commands/command-runner.ts";
import type { CommandRunner } from "#application/commands/command-runner-types.ts";
import { isRefusal } from "#domain/core/decider.ts";
import type { WithoutContext } from "#domain/core/message.ts";
import { DestinationKind } from "#domain/enumerations.ts";
import { upcasters } from "#domain/event-schemas.ts";
import type { AutomationDefinition } from "#domain/workspace/automations/automation.ts";
import { type Destination, listVaultTexts } from "#domain/workspace/automations/destination.ts";
import type { WorkspaceCommand } from "#domain/workspace/commands.ts";
import { workspaceDecider } from "#domain/workspace/decider.ts";
import { listOwnFilters } from "#domain/workspace/filters/filters.ts";
import { createSystemClock } from "#infra/system/clock.ts";
import { createSystemIds } from "#infra/system/ids.ts";
import { type KeptAt, withStores } from "./kept-at.ts";

/** Fields that a test sets. Others are a new report's, with the first filter. */
export type GivenAutomation = Partial<AutomationDefinition>;

/** Texts for a destination's references: nothing starts with erased ones. */
export const givenTexts = (destination: Destination): ReadonlyMap<string, string> => {
  const isWebhook = destination.kind === DestinationKind.Webhook;
  const spoken = (n: number) => (isWebhook ? "https://hooks.example/given" : `given-${n}@example.com`);
  return new Map(listVaultTexts(destination).map(({ text }, n) => [text, spoken(n)]));
};

/**
 * Makes an automated report like its screens, by creating and editing it; started by default. Returns its id. Its
 * destination's texts are references to the vault.
 */
export const makeAutomation = async (
  runner: Pick<CommandRunner, "execute">,
  tenant: string,
  given: GivenAutomation = {},
): Promise<string> => {
  const run = async (command: WithoutContext<WorkspaceCommand>) => {
    const result = await runner.execute(
      workspaceDecider,
      tenant,
      (context): WorkspaceCommand => ({ ...command, context }),
      { tenant, actor: { kind: "merchant" }, correlation: "given" },
    );
    if (isRefusal(result)) throw new Error(`The automated report cannot be made: ${result.message}`);
    return result.state;
  };
  const recipients = [`pv:${"given".padEnd(22, "-")}`];
  const state = await run({ type: "CreateAutomation", recipients, maxAutomations: 1_000 });
  const base = state.automations.at(-1);
  const [filter] = listOwnFilters(state.filters);
  if (!base) throw new Error("The automated report was not made.");
  const { automationId } = base;
  const wanted = { ...base, filterId: filter?.filterId ?? "", enabled: true, ...given };
  await run({
    type: "UpdateAutomation",
    automationId,
    base,
    wanted,
    texts: givenTexts(wanted.destination),
    today: "2000-01-01",
  });
  return automationId;
};

/** Gives a shop an automated report, even while the product runs. */
export const givenAutomation = (at: KeptAt, tenant: string, given: GivenAutomation): Promise<string> =>
  withStores(at, ({ eventStore, stateStore }) => {
    const deps = { eventStore, stateStore, clock: createSystemClock(), ids: createSystemIds(), upcasters };
    return makeAutomation(createCommandRunner(deps), tenant, given);
  });
