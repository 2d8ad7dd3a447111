import type { CommandRunner } from "#application/commands/command-runner-types.ts";
import { resolveZone } from "#domain/dates/resolve-zone.ts";
import { isSlowReport, resolveReportPeriod } from "#domain/ledger/planning/report-period.ts";
import type { RunFacts } from "#domain/run/events.ts";
import type { Period } from "#domain/schedule/schedule.ts";
import { shopDecider } from "#domain/shop/decider.ts";
import { isPublicUrlAvailable } from "#domain/workspace/automations/public-name.ts";
import { workspaceDecider } from "#domain/workspace/decider.ts";
import type { Automation } from "#domain/workspace/state.ts";

/** The automated report as of the run's claim, with its current destination. */
export type ClaimedRun = {
  automation: Automation;
  /** The file's public name is unique. A paused report doesn't take the name of a running one. */
  publicName: boolean;
  /** The shop's time zone; UTC if unknown to this machine. */
  zone: string;
  shop: string;
  /** The file's period. */
  covers: Period;
  /** Workspace version of the destination. */
  workspaceVersion: number;
};

/**
 * Later edits don't change the file (D-6). The destination is current, so the next attempt uses a corrected address. A
 * deleted report keeps the claim's destination.
 */
export const loadClaimedRun = async (
  runner: Pick<CommandRunner, "load" | "loadAt">,
  { tenant, automationId, workspaceVersion, shopVersion, slot, period }: RunFacts,
): Promise<ClaimedRun> => {
  const [workspace, currentWorkspace, shop] = await Promise.all([
    runner.loadAt(workspaceDecider, tenant, workspaceVersion),
    runner.load(workspaceDecider, tenant),
    runner.loadAt(shopDecider, tenant, shopVersion),
  ]);
  const isClaimed = (one: Automation): boolean => one.automationId === automationId;
  const automation = workspace.state.automations.find(isClaimed);
  if (!automation || !("profile" in shop.state))
    throw new Error(`The run's claim names versions at which there was no automated report ${automationId}.`);
  const currentAutomation = currentWorkspace.state.automations.find(isClaimed);
  const destinationWorkspace = currentAutomation ? currentWorkspace : workspace;
  const publicName = isPublicUrlAvailable(
    currentAutomation ?? automation,
    destinationWorkspace.state.automations.filter(({ enabled }) => enabled),
  );
  const zone = resolveZone(shop.state.profile.ianaTimezone);
  const { applyDateFilter, reportId } = automation;
  const isSlow = workspace.state.reports.some((design) => design.reportId === reportId && isSlowReport(design));
  const covers = resolveReportPeriod({ slot, period }, { applyDateFilter, zone, isSlow });
  return {
    automation: { ...automation, destination: (currentAutomation ?? automation).destination },
    publicName,
    zone,
    shop: shop.state.shop,
    covers,
    workspaceVersion: destinationWorkspace.version,
  };
};

/** False after an uninstall: nothing is sent then. */
export const isInstalled = async (runner: Pick<CommandRunner, "load">, tenant: string): Promise<boolean> =>
  (await runner.load(shopDecider, tenant)).state.status === "authorized";
