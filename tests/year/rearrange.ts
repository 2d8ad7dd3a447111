import { loadSchedulingState, loadShopSchedulingState } from "#application/automations/scheduling-state.ts";
import { readDestinationTexts } from "#application/deliveries/tokenized-destination.ts";
import { freezeForClaim } from "#application/exports/freeze-for-claim.ts";
import { sha256 } from "#application/text/derive-id.ts";
import { isRefusal } from "#domain/core/decider.ts";
import type { WithoutContext } from "#domain/core/message.ts";
import { FileType } from "#domain/enumerations.ts";
import type { LedgerCommand } from "#domain/ledger/commands.ts";
import { ledgerDecider } from "#domain/ledger/decider.ts";
import { deriveManualRunId, refuseTest, testedPeriod } from "#domain/ledger/manual-run.ts";
import { shopDecider } from "#domain/shop/decider.ts";
import { getShopQuotas } from "#domain/shop/quotas.ts";
import { toDefinition } from "#domain/workspace/automations/automations.ts";
import type { WorkspaceCommand } from "#domain/workspace/commands.ts";
import { workspaceDecider } from "#domain/workspace/decider.ts";
import { kept } from "../support/delivering.ts";
import { destinationOf, type Way } from "./destinations.ts";
import type { OpenShop, Report } from "./shops.ts";
import type { Befall, Stage } from "./stage.ts";

const day = 86_400_000;
const config = {
  STORE_URL_TEMPLATE: "https://{shop}.example",
  SHOP_FLAGS: { bundles: [], "meal-prep": [], "custom-columns": [] },
};
/** Receivers that know a delivery by its id. */
const known: readonly Way[] = ["mail", "hook"];
type Place = { shop: OpenShop; report: Report };

/** Merchants' actions besides planning: tests, deletions, restorations, clones, other receivers, other schedules. */
const createRearranging = ({ world, shops, dice }: Stage) => {
  const { runner, clock, stores } = world;
  const now = () => clock.now().toISOString();
  const requestOf = ({ tenant }: OpenShop) => ({ tenant, actor: { kind: "merchant" }, correlation: "other" }) as const;
  const pick = <T>(from: readonly T[]): T | undefined => from[Math.floor(dice() * from.length)];
  const places = (which: (report: Report) => boolean): Place[] =>
    shops.flatMap((shop) => shop.reports.filter(which).map((report) => ({ shop, report })));
  const there = ({ isGone }: Report) => !isGone;
  /** Undefined where it is refused, as what a quota does not allow. */
  const onWorkspace = async (shop: OpenShop, command: WithoutContext<WorkspaceCommand>) => {
    const make = (context: WorkspaceCommand["context"]) => ({ ...command, context }) as WorkspaceCommand;
    const result = await runner.execute(workspaceDecider, shop.tenant, make, requestOf(shop));
    return isRefusal(result) ? undefined : result.state;
  };
  const quotaOf = async ({ tenant }: OpenShop): Promise<number> => {
    const { state } = await runner.load(shopDecider, tenant);
    return "tier" in state ? getShopQuotas(state).automations : 0;
  };
  let clones = 0;

  return {
    async test(): Promise<void> {
      const place = pick(places(there));
      if (!place) return;
      const { shop, report } = place;
      const { automationId } = report;
      const seen = await loadSchedulingState(world, await loadShopSchedulingState(world, shop.tenant), automationId);
      const schedule = seen.outlook.phases.at(-1)?.schedule;
      const tested = schedule && testedPeriod(schedule, now());
      if (!tested || refuseTest(seen.outlook) || seen.shop.state.status !== "authorized") return;
      const run = deriveManualRunId(sha256, { automationId, cause: "test", commandId: now() });
      const { facts } = await freezeForClaim({ ...stores, clock, config }, seen, { run, cause: "test", ...tested });
      const make = (context: LedgerCommand["context"]): LedgerCommand => ({
        ...{ type: "ClaimExtraRun", cause: "test", run, ...tested, ...facts, context },
      });
      const result = await runner.execute(ledgerDecider, automationId, make, requestOf(shop));
      if (isRefusal(result)) throw new Error(result.message);
    },

    async remove(): Promise<void> {
      const place = pick(places(there));
      if (!place) return;
      const { shop, report } = place;
      await onWorkspace(shop, { type: "DeleteAutomation", automationId: report.automationId });
      report.isGone = true;
      report.told.push({ ...shop.planOf(report), since: now(), enabled: false, isGone: true });
    },

    /** Restores a deleted one, as paused, or an existing one to an earlier version. */
    async restore(which: "deleted" | "standing"): Promise<void> {
      const place = pick(places(({ isGone }) => isGone === (which === "deleted")));
      if (!place) return;
      const { shop, report } = place;
      const { automationId } = report;
      const { version: newest } = await runner.load(workspaceDecider, shop.tenant);
      for (let looked = 0, version = Math.floor(dice() * newest); looked <= newest; looked += 1, version -= 1) {
        if (version < 0) version = newest;
        const { state } = await runner.loadAt(workspaceDecider, shop.tenant, version);
        const then = state.automations.find((one) => one.automationId === automationId);
        // A version from before its filter was chosen can't be started.
        if (!then || then.filterId === "") continue;
        // With the receiver of today, as that of then may be another kind of server, and in a format that the judge reads.
        const destination = await kept(stores.vault, shop.tenant, report.destination);
        const { title } = report;
        const earlier = { ...toDefinition(then), title, destination, fileType: FileType.Csv };
        const texts = await readDestinationTexts(stores.vault, earlier.destination);
        const maxAutomations = await quotaOf(shop);
        const command = { type: "RestoreAutomation", automationId, version, earlier, texts, maxAutomations } as const;
        if (!(await onWorkspace(shop, command))) return;
        report.isGone = false;
        await shop.tellNow(report);
        return;
      }
    },

    async clone(): Promise<void> {
      const place = pick(places(there));
      if (!place) return;
      const { shop, report } = place;
      const maxAutomations = Math.min(await quotaOf(shop), 6);
      const command = { type: "CloneAutomation", automationId: report.automationId, maxAutomations } as const;
      const made = (await onWorkspace(shop, command))?.automations.at(-1);
      if (!made) return;
      clones += 1;
      const own = `clone-${clones}`;
      const destination = destinationOf(world.receivers, pick(known) ?? "mail", own);
      const { automationId, title } = made;
      const clone: Report = {
        automationId,
        tenant: shop.tenant,
        destination,
        title,
        told: [],
        asked: [],
        isGone: false,
      };
      shop.reports.push(clone);
      await shop.tellNow(clone);
      await shop.edit(clone, {
        title: `Report ${own}`,
        destination: await kept(stores.vault, shop.tenant, destination),
      });
      clone.title = `Report ${own}`;
    },

    /** It goes to another receiver, and the former one gets no more. */
    async redirect(): Promise<void> {
      const place = pick(places((report) => there(report) && report.way !== undefined && known.includes(report.way)));
      if (!place) return;
      const { shop, report } = place;
      report.way = pick(known) ?? "mail";
      report.destination = destinationOf(
        world.receivers,
        report.way,
        `${report.title.split(" ").at(-1)}-${report.asked.length}`,
      );
      await shop.edit(report, { destination: await kept(stores.vault, shop.tenant, report.destination) });
    },

    async switchDateFilter(): Promise<void> {
      const place = pick(places(there));
      if (!place) return;
      const { applyDateFilter } = await place.shop.definitionOf(place.report.automationId);
      await place.shop.edit(place.report, { applyDateFilter: !applyDateFilter });
    },
  };
};

/** Merchants' actions besides planning, with their frequency per month, from one instant (ms) to another. */
export const rearrangementsOf = (stage: Stage, from: number, to: number, intensity: number): Befall[] => {
  const { dice, shops } = stage;
  const acts = createRearranging(stage);
  const befalls: Befall[] = [];
  const months = (to - from) / (30 * day);
  const reports = shops.flatMap((shop) => shop.reports).length;
  const often = (perMonth: number, what: string, act: Befall["do"]): void => {
    for (let n = 0; n < Math.ceil(perMonth * months * intensity); n += 1)
      befalls.push({ at: from + Math.floor(dice() * (to - from)), what, do: act });
  };
  often(3 * reports, "test", acts.test);
  often(reports / 4, "delete", acts.remove);
  often(reports / 2, "restore a deleted one", () => acts.restore("deleted"));
  often(reports / 3, "restore a version", () => acts.restore("standing"));
  often(reports / 6, "clone", acts.clone);
  often(reports / 2, "redirect", acts.redirect);
  often(reports / 4, "date filter", acts.switchDateFilter);
  for (const shop of shops) {
    if (dice() > 0.6) continue;
    const at = from + Math.floor(dice() * (to - from));
    const plan = dice() < 0.5 ? "Basic" : "Advanced";
    befalls.push({ at, what: "another plan", do: () => shop.changePlan(plan) });
    befalls.push({ at: Math.min(to, at + dice() * 2 * day), what: "its charge", do: shop.approve });
  }
  return befalls;
};
