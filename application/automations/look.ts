import { LoginAction } from "#domain/enumerations.ts";
import { ledgerDecider } from "#domain/ledger/decider.ts";
import type { Outlook } from "#domain/ledger/planning/next-decision.ts";
import { endOfSchedule, phasesOf } from "#domain/ledger/planning/plan-of-report.ts";
import type { Schedule } from "#domain/schedule/schedule.ts";
import { shopDecider } from "#domain/shop/decider.ts";
import { gateBetweenLogIns } from "#domain/shop/login-action.ts";
import type { ShopState } from "#domain/shop/state.ts";
import { workspaceDecider } from "#domain/workspace/decider.ts";
import type { Automation, WorkspaceState } from "#domain/workspace/state.ts";
import type { Clock } from "#infra/ports/clock.ts";
import type { CommandRunner, Loaded } from "../commands/command-runner-types.ts";

/** Only the reading part of the runner. */
export type Seeing = { runner: Pick<CommandRunner, "load">; clock: Pick<Clock, "now"> };

/** State of a shop shared by all its automated reports. */
export type SeenShop = { workspace: Loaded<WorkspaceState>; shop: Loaded<ShopState> };

/** False if the shop has not paid or has left: it gets no reports (402). Unaccepted new terms don't stop them. */
export const isSubscribed = (shop: ShopState): boolean =>
  shop.status === "authorized" &&
  ![LoginAction.ActivateCharge, LoginAction.SelectTier].some((gate) => gate === gateBetweenLogIns(shop));

export const lookAtShop = async ({ runner }: Seeing, tenant: string): Promise<SeenShop> => ({
  workspace: await runner.load(workspaceDecider, tenant),
  shop: await runner.load(shopDecider, tenant),
});

/** Inputs for scheduling an automated report or predicting its runs; `automation` is absent if deleted. */
export type Seen = SeenShop & { automation: Automation | undefined; outlook: Outlook<Schedule> };

/** @throws {UnknownTimezone} */
export const lookAt = async ({ runner, clock }: Seeing, seen: SeenShop, automationId: string): Promise<Seen> => {
  const { state } = await runner.load(ledgerDecider, automationId);
  return seenWith(seen, automationId, { state, now: clock.now().toISOString() });
};

/**
 * The same with a known ledger.
 * @throws {UnknownTimezone}
 */
export const seenWith = (
  { workspace, shop }: SeenShop,
  automationId: string,
  { state, now }: Pick<Outlook<Schedule>, "state" | "now">,
): Seen => {
  const automation = workspace.state.automations.find((one) => one.automationId === automationId);
  const zones = "zones" in shop.state ? shop.state.zones : [];
  const phases = automation && zones.length > 0 ? phasesOf(automation, zones) : [];
  const planned = phases.at(-1);
  return {
    workspace,
    shop,
    automation,
    outlook: {
      phases,
      end: planned ? endOfSchedule(planned.schedule) : null,
      subscribed: isSubscribed(shop.state),
      state,
      now,
    },
  };
};
