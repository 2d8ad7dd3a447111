import type { CommandRunner } from "#application/commands/command-runner-types.ts";
import { knownZone } from "#domain/dates/known-zone.ts";
import { isSlowReport, periodOfReport } from "#domain/ledger/planning/report-period.ts";
import type { RunFacts } from "#domain/run/events.ts";
import type { Period } from "#domain/schedule/schedule.ts";
import { shopDecider } from "#domain/shop/decider.ts";
import { publicUrlIsPossible } from "#domain/workspace/automations/public-name.ts";
import { workspaceDecider } from "#domain/workspace/decider.ts";
import type { Automation } from "#domain/workspace/state.ts";

/**
 * The facts that an attempt needs. The automated report is as it was when its run was claimed, but its destination is as it is now. `publicName`: its
 * public name is its own, where a paused report takes none from one that runs. `zone`: the shop's, or UTC where this machine
 * doesn't know it. `shop`: its name. `covers`: the time that its file has. `workspaceVersion`: the version of the workspace whose destination
 * it is.
 */
export type Claimed = {
  automation: Automation;
  publicName: boolean;
  zone: string;
  shop: string;
  covers: Period;
  workspaceVersion: number;
};

/**
 * The automated report as it was when its run was claimed: later edits don't change what its file holds (D-6). The destination is that of
 * this moment, so a corrected address is tried next; of a report that was deleted meanwhile it is the one of the claim.
 */
export const claimedOf = async (
  runner: Pick<CommandRunner, "load" | "loadAt">,
  { tenant, automationId, workspaceVersion, shopVersion, slot, period }: RunFacts,
): Promise<Claimed> => {
  const [workspace, now, shop] = await Promise.all([
    runner.loadAt(workspaceDecider, tenant, workspaceVersion),
    runner.load(workspaceDecider, tenant),
    runner.loadAt(shopDecider, tenant, shopVersion),
  ]);
  const isIt = (one: Automation): boolean => one.automationId === automationId;
  const automation = workspace.state.automations.find(isIt);
  if (!automation || !("profile" in shop.state))
    throw new Error(`The run's claim names versions at which there was no automated report ${automationId}.`);
  const current = now.state.automations.find(isIt);
  const whose = current ? now : workspace;
  const publicName = publicUrlIsPossible(
    current ?? automation,
    whose.state.automations.filter(({ enabled }) => enabled),
  );
  const zone = knownZone(shop.state.profile.ianaTimezone);
  const { applyDateFilter, reportId } = automation;
  const isSlow = workspace.state.reports.some((design) => design.reportId === reportId && isSlowReport(design));
  const covers = periodOfReport({ slot, period }, { applyDateFilter, zone, isSlow });
  return {
    automation: { ...automation, destination: (current ?? automation).destination },
    publicName,
    zone,
    shop: shop.state.shop,
    covers,
    workspaceVersion: whose.version,
  };
};

/** Whether the shop is still there: nothing goes out for one that has left. */
export const isThere = async (runner: Pick<CommandRunner, "load">, tenant: string): Promise<boolean> =>
  (await runner.load(shopDecider, tenant)).state.status === "authorized";
