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
  /** UTC if this machine doesn't know the shop's. */
  zone: string;
  shop: string;
  /** The file's. */
  covers: Period;
  /** The destination's version. */
  workspaceVersion: number;
};

/**
 * Later edits don't change the file (D-6). The destination is current, so the next attempt uses a corrected address. A
 * deleted report keeps the claim's.
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

/** Nothing is sent for a shop without Sheaf. */
export const isInstalled = async (runner: Pick<CommandRunner, "load">, tenant: string): Promise<boolean> =>
  (await runner.load(shopDecider, tenant)).state.status === "authorized";
