import { randomUUID } from "node:crypto";
import { loadSchedulingState, loadShopSchedulingState } from "#application/automations/scheduling-state.ts";
import { readDestinationTexts } from "#application/deliveries/tokenized-destination.ts";
import { freezeForClaim } from "#application/exports/freeze-for-claim.ts";
import { sha256 } from "#application/text/derive-id.ts";
import type { ResumeChoice } from "#domain/ledger/events.ts";
import { deriveManualRunId, testedPeriod } from "#domain/ledger/manual-run.ts";
import { scheduleFunctions } from "#domain/ledger/planning/schedule-functions.ts";
import { buildStart } from "#domain/ledger/planning/start-of-report.ts";
import type { AutomationDefinition } from "#domain/workspace/automations/automation.ts";
import { toDefinition } from "#domain/workspace/automations/automations.ts";
import { workspaceDecider } from "#domain/workspace/decider.ts";
import type { Stores } from "#infra/stores/open-stores.ts";
import { ledgerFor } from "#tests/support/given-ledger.ts";
import type { GivenShop } from "./due-reports.ts";

const hour = 3_600_000;

/**
 * Reports on days before today, with a scheduler that no longer runs, and their merchants' actions, as the product
 * writes them. Each is at the current time of the shop's clock.
 */
export const earlierDays = ({ stateStore, vault }: Stores, origin: string, shop: GivenShop) => {
  const { runner, tenant, clock, onWorkspace } = shop;
  const config = {
    STORE_URL_TEMPLATE: `${origin}/{shop}`,
    SHOP_FLAGS: { bundles: [], "meal-prep": [], "custom-columns": [] },
  };
  const ledgerOf = (automationId: string) => ledgerFor(shop, tenant, automationId);
  const look = async (automationId: string) =>
    loadSchedulingState(shop, await loadShopSchedulingState(shop, tenant), automationId);
  const edit = async (automationId: string, changes: Partial<AutomationDefinition>) => {
    const { state } = await runner.load(workspaceDecider, tenant);
    const automation = state.automations.find((one) => one.automationId === automationId);
    if (!automation) throw new Error("There is no such report.");
    const base = toDefinition(automation);
    const texts = await readDestinationTexts(vault, base.destination);
    const wanted = { ...base, ...changes };
    await onWorkspace({ type: "UpdateAutomation", automationId, base, wanted, texts, today: "2000-01-01" });
  };
  return {
    /** On to so many hours before now. */
    hoursAgo: (hours: number) => clock.advance(Date.now() - hours * hour - clock.now().getTime()),
    pause: (automationId: string) => edit(automationId, { enabled: false }),
    /** Planned again from its definition, as a start does if nobody was asked about skipped slots. */
    enable: (automationId: string) => edit(automationId, { enabled: true }),
    /** The merchant starts it, with this choice of the time that has no report. */
    start: async (automationId: string, choice: ResumeChoice) => {
      const { outlook } = await look(automationId);
      await ledgerOf(automationId).run(buildStart(outlook, choice, scheduleFunctions));
      if (outlook.phases.at(-1)?.enabled !== true) await edit(automationId, { enabled: true });
    },
    /** Four tries of what is due failed in a row. */
    failFourTimes: async (automationId: string) => {
      const ledger = ledgerOf(automationId);
      const run = await ledger.claim(randomUUID());
      for (const ofTry of [1, 2, 3]) await ledger.fail(run, ofTry);
      await ledger.fail(run, 4, "lasting");
    },
    suspend: (automationId: string) => ledgerOf(automationId).suspend(randomUUID()),
    /** The merchant asks for a test run. */
    test: async (automationId: string) => {
      const seen = await look(automationId);
      const { phases, now } = seen.outlook;
      const schedule = phases.at(-1)?.schedule;
      const tested = schedule && testedPeriod(schedule, now);
      if (!tested) throw new Error("There is nothing to test.");
      const run = deriveManualRunId(sha256, { automationId, cause: "test", commandId: "asked for once" });
      const { facts } = await freezeForClaim({ stateStore, clock, config }, seen, { run, cause: "test", ...tested });
      await ledgerOf(automationId).run({ type: "ClaimExtraRun", cause: "test", run, ...tested, ...facts });
    },
  };
};
export type EarlierDays = ReturnType<typeof earlierDays>;
