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

/** Of the runner only what reads. */
export type Seeing = { runner: Pick<CommandRunner, "load">; clock: Pick<Clock, "now"> };

/** What is read of a shop for all of its automated reports. */
export type SeenShop = { workspace: Loaded<WorkspaceState>; shop: Loaded<ShopState> };

/** Whoever has not paid, or has left, gets no reports (402); whoever has not accepted new terms yet still does. */
export const isSubscribed = (shop: ShopState): boolean =>
  shop.status === "authorized" &&
  ![LoginAction.ActivateCharge, LoginAction.SelectTier].some((gate) => gate === gateBetweenLogIns(shop));

export const lookAtShop = async ({ runner }: Seeing, tenant: string): Promise<SeenShop> => ({
  workspace: await runner.load(workspaceDecider, tenant),
  shop: await runner.load(shopDecider, tenant),
});

/** An automated report as a scheduler sees it, and whoever tells what it will do; `automation` is absent of one that was deleted. */
export type Seen = SeenShop & { automation: Automation | undefined; outlook: Outlook<Schedule> };

/** @throws {UnknownTimezone} */
export const lookAt = async ({ runner, clock }: Seeing, seen: SeenShop, automationId: string): Promise<Seen> => {
  const { state } = await runner.load(ledgerDecider, automationId);
  return seenWith(seen, automationId, { state, now: clock.now().toISOString() });
};

/** The same over a ledger that is known. @throws {UnknownTimezone} */
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
