import { LoginAction } from "#domain/enumerations.ts";
import { ledgerDecider } from "#domain/ledger/decider.ts";
import { buildPhases, endOfSchedule } from "#domain/ledger/planning/build-phases.ts";
import type { PlanningContext } from "#domain/ledger/planning/next-decision.ts";
import type { Schedule } from "#domain/schedule/schedule.ts";
import { shopDecider } from "#domain/shop/decider.ts";
import { gateBetweenLogIns } from "#domain/shop/login-action.ts";
import type { ShopState } from "#domain/shop/state.ts";
import { workspaceDecider } from "#domain/workspace/decider.ts";
import type { Automation, WorkspaceState } from "#domain/workspace/state.ts";
import type { Clock } from "#infra/ports/clock.ts";
import type { CommandRunner, Loaded } from "../commands/command-runner-types.ts";

export type SchedulingStateDeps = { runner: Pick<CommandRunner, "load">; clock: Pick<Clock, "now"> };

/** Shared by all automated reports of a shop. */
export type ShopSchedulingState = { workspace: Loaded<WorkspaceState>; shop: Loaded<ShopState> };

/** False if the shop has not paid or has left: its reports don't run (402). New terms don't matter. */
export const isSubscribed = (shop: ShopState): boolean =>
  shop.status === "authorized" &&
  ![LoginAction.ActivateCharge, LoginAction.SelectTier].some((gate) => gate === gateBetweenLogIns(shop));

export const loadShopSchedulingState = async (
  { runner }: SchedulingStateDeps,
  tenant: string,
): Promise<ShopSchedulingState> => ({
  workspace: await runner.load(workspaceDecider, tenant),
  shop: await runner.load(shopDecider, tenant),
});

/** Inputs for scheduling a report or predicting its runs. A deleted one has no `automation`. */
export type SchedulingState = ShopSchedulingState & {
  automation: Automation | undefined;
  outlook: PlanningContext<Schedule>;
};

/** @throws {UnknownTimezone} */
export const loadSchedulingState = async (
  { runner, clock }: SchedulingStateDeps,
  scheduling: ShopSchedulingState,
  automationId: string,
): Promise<SchedulingState> => {
  const { state } = await runner.load(ledgerDecider, automationId);
  return toSchedulingState(scheduling, automationId, { state, now: clock.now().toISOString() });
};

/**
 * Like {@link loadSchedulingState}, with a known ledger.
 * @throws {UnknownTimezone}
 */
export const toSchedulingState = (
  { workspace, shop }: ShopSchedulingState,
  automationId: string,
  { state, now }: Pick<PlanningContext<Schedule>, "state" | "now">,
): SchedulingState => {
  const automation = workspace.state.automations.find((one) => one.automationId === automationId);
  const zones = "zones" in shop.state ? shop.state.zones : [];
  const phases = automation && zones.length > 0 ? buildPhases(automation, zones) : [];
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
