import type { CommandRunner } from "#application/commands/command-runner-types.ts";
import { resolveZone } from "#domain/dates/resolve-zone.ts";
import { isSlowReport, resolveReportPeriod } from "#domain/ledger/planning/report-period.ts";
import type { RunFacts } from "#domain/run/events.ts";
import type { Period } from "#domain/schedule/schedule.ts";
import { shopDecider } from "#domain/shop/decider.ts";
import { isPublicUrlAvailable } from "#domain/workspace/automations/public-name.ts";
import { workspaceDecider } from "#domain/workspace/decider.ts";
import type { Automation } from "#domain/workspace/state.ts";

/** Data of a delivery attempt. The automated report is as of the run's claim, but its destination is current. */
export type ClaimedRun = {
  automation: Automation;
  /** True if the file's public name is unique. A paused report doesn't take the name of a running one. */
  publicName: boolean;
  /** The shop's time zone, or UTC if this machine doesn't know it. */
  zone: string;
  /** The shop's name. */
  shop: string;
  /** The file's period. */
  covers: Period;
  /** Version of the workspace with the destination. */
  workspaceVersion: number;
};

/**
 * Loads the automated report as of its run's claim, so later edits don't change its file (D-6). The destination is
 * current, so the next attempt uses a corrected address. A deleted report keeps the claim's.
 */
export const loadClaimedRun = async (
  runner: Pick<CommandRunner, "load" | "loadAt">,
  { tenant, automationId, workspaceVersion, shopVersion, slot, period }: RunFacts,
): Promise<ClaimedRun> => {
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
  const publicName = isPublicUrlAvailable(
    current ?? automation,
    whose.state.automations.filter(({ enabled }) => enabled),
  );
  const zone = resolveZone(shop.state.profile.ianaTimezone);
  const { applyDateFilter, reportId } = automation;
  const isSlow = workspace.state.reports.some((design) => design.reportId === reportId && isSlowReport(design));
  const covers = resolveReportPeriod({ slot, period }, { applyDateFilter, zone, isSlow });
  return {
    automation: { ...automation, destination: (current ?? automation).destination },
    publicName,
    zone,
    shop: shop.state.shop,
    covers,
    workspaceVersion: whose.version,
  };
};

/** Tells if the shop still has Sheaf; otherwise nothing is sent. */
export const isInstalled = async (runner: Pick<CommandRunner, "load">, tenant: string): Promise<boolean> =>
  (await runner.load(shopDecider, tenant)).state.status === "authorized";
