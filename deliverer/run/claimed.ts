import { isSlowReport, periodOfReport } from "#domain/automation/report-period.ts";
import { knownZone } from "#domain/dates/known-zone.ts";
import type { RunFacts } from "#domain/run/events.ts";
import type { Period } from "#domain/schedule/schedule.ts";
import { shopDecider } from "#domain/shop/decider.ts";
import { workspaceDecider } from "#domain/workspace/decider.ts";
import { publicUrlIsPossible } from "#domain/workspace/public-name.ts";
import type { Automation } from "#domain/workspace/state.ts";
import type { CommandRunner } from "#infra/app/command-runner-types.ts";

/**
 * What a run was claimed with. `publicName`: whether its public name was its own, where what was paused takes none from a report that
 * ran: its owner gets the name when it is started, or is told then. `zone`: the shop's, or
 * UTC where this machine doesn't know it. `shop`: its name. `covers`: the time that its file has.
 */
export type Claimed = { automation: Automation; publicName: boolean; zone: string; shop: string; covers: Period };

/** The automated report as it was when its run was claimed: what was edited after that does not change this run (D-6). */
export const claimedOf = async (
  runner: Pick<CommandRunner, "loadAt">,
  { tenant, automationId, workspaceVersion, shopVersion, slot, period }: RunFacts,
): Promise<Claimed> => {
  const [workspace, shop] = await Promise.all([
    runner.loadAt(workspaceDecider, tenant, workspaceVersion),
    runner.loadAt(shopDecider, tenant, shopVersion),
  ]);
  const { automations, reports } = workspace.state;
  const automation = automations.find((one) => one.automationId === automationId);
  if (!automation || !("profile" in shop.state))
    throw new Error(`The run's claim names versions at which there was no automated report ${automationId}.`);
  const publicName = publicUrlIsPossible(
    automation,
    automations.filter(({ enabled }) => enabled),
  );
  const zone = knownZone(shop.state.profile.ianaTimezone);
  const { applyDateFilter, reportId } = automation;
  const isSlow = reports.some((design) => design.reportId === reportId && isSlowReport(design));
  const covers = periodOfReport({ slot, period }, { applyDateFilter, zone, isSlow });
  return { automation, publicName, zone, shop: shop.state.shop, covers };
};

/** Whether the shop is still there: nothing goes out for one that has left. */
export const isThere = async (runner: Pick<CommandRunner, "load">, tenant: string): Promise<boolean> =>
  (await runner.load(shopDecider, tenant)).state.status === "authorized";
