import { loadSchedulingState, loadShopSchedulingState } from "#application/automations/scheduling-state.ts";
import { readDestinationTexts } from "#application/deliveries/tokenized-destination.ts";
import { setTenant } from "#application/session/shop-names.ts";
import { isRefusal } from "#domain/core/decider.ts";
import { toLocalTime } from "#domain/dates/local-time.ts";
import { FileType } from "#domain/enumerations.ts";
import type { LedgerCommand } from "#domain/ledger/commands.ts";
import { ledgerDecider } from "#domain/ledger/decider.ts";
import type { ResumeChoice } from "#domain/ledger/events.ts";
import { scheduleFunctions } from "#domain/ledger/planning/schedule-functions.ts";
import { buildStart, missedAtStart } from "#domain/ledger/planning/start-of-report.ts";
import type { Schedule } from "#domain/schedule/schedule.ts";
import { shopDecider } from "#domain/shop/decider.ts";
import { resolveFeatures } from "#domain/shop/features.ts";
import {
  type AutomationDefinition,
  type AutomationSchedule,
  dailySchedule,
} from "#domain/workspace/automations/automation.ts";
import type { Destination } from "#domain/workspace/automations/destination.ts";
import { workspaceDecider } from "#domain/workspace/decider.ts";
import { kept } from "../support/delivering.ts";
import { makeAutomation } from "../support/given-automation.ts";
import { merchantCommands } from "../support/merchant-commands.ts";
import type { Way } from "./destinations.ts";
import type { Living } from "./world.ts";

/** How a report was planned from an instant on, as its merchant would tell it. */
export type Told = { since: string; schedule: Schedule; enabled: boolean; isGone?: true };
/** To whom it went from an instant on, and whether of the days of its slot alone. */
export type Asked = { since: string; destination: Destination; applyDateFilter: boolean };
export type Report = {
  automationId: string;
  tenant: string;
  destination: Destination;
  title: string;
  /** Every plan since it was made. */
  told: Told[];
  /** Every receiver. */
  asked: Asked[];
  /** True once it was deleted. */
  isGone: boolean;
  /** How it goes to a receiver that may be changed. */
  way?: Way;
};

const profileOf = (shop: string, zone: string, emailRef: string, plan: string) => ({
  platformId: "1",
  name: shop,
  emailRef,
  myshopifyDomain: `${shop}.myshopify.com`,
  ianaTimezone: zone,
  currencyCode: "EUR",
  moneyFormat: "{{amount}}",
  weightUnit: "KILOGRAMS",
  taxesIncluded: false,
  plan,
  primaryLocale: "en",
});

/** A shop with a design and a filter, its merchant, and what the platform says of it. */
export const openShop = async (world: Living, shop: string, firstZone: string, tenant = `tenant-${shop}`) => {
  const { runner, clock, stores } = world;
  const request = { tenant, actor: { kind: "merchant" }, correlation: "merchant" } as const;
  let zone = firstZone;
  let charges = 0;
  let plan = "Advanced";
  /** Since and until when Sheaf was removed; instants. */
  const away: { since: string; until: string }[] = [];
  const reports: Report[] = [];
  const now = () => clock.now().toISOString();

  const { onShop, onWorkspace } = merchantCommands(runner, tenant);
  const definitionOf = async (automationId: string) => {
    const { state } = await runner.load(workspaceDecider, tenant);
    const found = state.automations.find((one) => one.automationId === automationId);
    if (!found) throw new Error("There is no such automated report.");
    return found;
  };
  const emailRef = await stores.vault.put(`owner@${shop}.example`, { owner: tenant });
  const authorize = () =>
    onShop({ type: "AuthorizeShop", scopes: ["read_orders"], profile: profileOf(shop, zone, emailRef, plan) });
  const pay = async (): Promise<void> => {
    const { state } = await runner.load(shopDecider, tenant);
    if (state.status !== "authorized" || (state.tier && state.activeCharge?.tier === state.tier.tier)) return;
    charges += 1;
    const subscriptionId = `subscription-${charges}`;
    const charge = { subscriptionId, price: "1", currency: "USD", confirmationUrl: "https://x.example" };
    await onShop({ type: "RequestCharge", ...charge });
    await onShop({ type: "ActivateCharge", subscriptionId });
  };
  await setTenant(stores.stateStore, shop, tenant);
  await onShop({ type: "InstallShop", tenant, shop });
  await authorize();
  await onShop({ type: "SelectTier" });
  await pay();
  const features = resolveFeatures({ flags: [], allowExperimental: false });
  await onWorkspace({ type: "CreateReportDesign", maxReports: 10, columns: ["OrderNum", "OrderDate"], features });
  await onWorkspace({ type: "CreateFilter", maxFilters: 10 });

  const tell = (report: Report, schedule: AutomationSchedule, enabled: boolean): void => {
    // One that came back starts over.
    const life = report.told.slice(report.told.findLastIndex(({ isGone }) => isGone) + 1);
    const countedFrom = life[0]?.schedule.countedFrom ?? toLocalTime(now(), zone).toFormat("yyyy-LL-dd");
    report.told.push({ since: now(), enabled, schedule: { ...schedule, zone, countedFrom } });
  };
  /** Records the report's current state, after any change. */
  const tellNow = async (report: Report): Promise<void> => {
    const { schedule, enabled, applyDateFilter } = await definitionOf(report.automationId);
    tell(report, schedule, enabled);
    report.asked.push({ since: now(), destination: report.destination, applyDateFilter });
  };

  const edit = async (report: Report, change: Partial<AutomationDefinition>): Promise<void> => {
    const { automationId } = report;
    const base = await definitionOf(automationId);
    const wanted = { ...base, ...change };
    const texts = await readDestinationTexts(stores.vault, base.destination, wanted.destination);
    await onWorkspace({ type: "UpdateAutomation", automationId, base, wanted, texts, today: "2000-01-01" });
    await tellNow(report);
  };

  return {
    tenant,
    reports,
    /** Returns whether Sheaf was uninstalled at some time between two instants. Nobody gets mail then. */
    wasAway: (from: string, to: string) => away.some(({ since, until }) => since < to && until > from),
    definitionOf,
    edit,
    tellNow,
    /** The latest plan. */
    planOf: ({ told }: Report): Told => {
      const last = told.at(-1);
      if (!last) throw new Error("It was never planned.");
      return last;
    },
    /** The shop is on another plan of the platform: it has no reports until it has approved another charge. */
    async changePlan(to: string): Promise<void> {
      plan = to;
      if ((await runner.load(shopDecider, tenant)).state.status === "authorized") await authorize();
    },
    async approve(): Promise<void> {
      if ((await runner.load(shopDecider, tenant)).state.status !== "authorized") return;
      await onShop({ type: "SelectTier" });
      await pay();
    },
    /** A report that is started. `destination` as it is typed. */
    async automate(
      schedule: Partial<AutomationSchedule>,
      destination: Destination,
      given: Partial<AutomationDefinition> = {},
    ): Promise<Report> {
      const title = given.title ?? `Report ${reports.length + 1} of ${shop}`;
      const whole = { ...dailySchedule, ...schedule };
      const automationId = await makeAutomation(runner, tenant, {
        fileType: FileType.Csv,
        ...given,
        title,
        destination: await kept(stores.vault, tenant, destination),
        schedule: whole,
      });
      const report: Report = { automationId, tenant, destination, title, told: [], asked: [], isGone: false };
      await tellNow(report);
      reports.push(report);
      return report;
    },
    remove: ({ automationId }: Report) => onWorkspace({ type: "DeleteAutomation", automationId }),
    /** Starts what is paused or suspended, with what is to become of the time that was skipped. */
    async start(report: Report, choice: ResumeChoice): Promise<void> {
      const { automationId } = report;
      const { enabled } = await definitionOf(automationId);
      const { outlook } = await loadSchedulingState(world, await loadShopSchedulingState(world, tenant), automationId);
      // Where too many were skipped for one each, the merchant is offered one for all.
      const possible = missedAtStart(outlook, scheduleFunctions)?.mayHaveEach === false ? "one" : choice;
      const command = buildStart(outlook, possible, scheduleFunctions);
      const make = (context: LedgerCommand["context"]): LedgerCommand => ({ ...command, context });
      const result = await runner.execute(ledgerDecider, automationId, make, request);
      if (isRefusal(result)) throw new Error(result.message);
      if (!enabled) await edit(report, { enabled: true });
    },
    /** The shop goes to another time zone. */
    async move(to: string): Promise<void> {
      zone = to;
      await authorize();
      for (const report of reports) if (!report.isGone) await tellNow(report);
    },
    async stopPaying(): Promise<void> {
      await onShop({ type: "EndCharge", subscriptionId: `subscription-${charges}`, status: "CANCELLED" });
    },
    pay,
    async uninstall(): Promise<void> {
      away.push({ since: now(), until: "9" });
      await onShop({ type: "UninstallShop", webhookId: `uninstall-${now()}` });
    },
    async comeBack(): Promise<void> {
      const last = away.at(-1);
      if (last) last.until = now();
      await authorize();
      await onShop({ type: "SelectTier" });
      await pay();
    },
  };
};
export type OpenShop = Awaited<ReturnType<typeof openShop>>;
