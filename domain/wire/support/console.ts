import type { FieldThen } from "../../as-of/line.ts";
import type { ThingThen } from "../../as-of/things.ts";
import type { Role } from "../../console/roles.ts";
import type { DateRange } from "../../enumerations.ts";
import type { ReportPeriod } from "../../export/asked-orders.ts";
import type { ErasedBecause, FailureCode } from "../../export/events.ts";
import type { HappeningActor } from "../../happenings/actors.ts";
import type { HappeningThing } from "../../happenings/things.ts";
import type { ChargeStanding } from "../../shop/events.ts";
import type { ShopFlag } from "../../shop/features.ts";
import type { Quotas, Tier } from "../../tiers/tiers.ts";

/** What calls of the support console answer. Instants are ISO UTC; a row's `tenant` names its shop. Nothing here is a secret or about a person but of support. */

/** `token`: sent back as {@link consoleTokenHeader} with whatever changes something. */
export type ConsoleMe = { name: string; role: Role; token: string; endsAt: string };
export const consoleTokenHeader = "x-support-token";

/** `leaveTo`: where the browser is to go next, to be signed out of the provider as well. */
export type SignedOut = { leaveTo: string | null };

/** In the order in which they are passed. */
export type ShopGate = "tier" | "charge" | "terms" | "none";

export type ConsoleShop = {
  id: string;
  shop: string;
  name: string;
  zone: string;
  /** Not connected: its owner has not consented yet, or has uninstalled Sheaf. */
  state: "connected" | "not connected";
  tier: string | null;
  /** What the shop has to pass next: in a list as far as read models know, of one shop as its merchant's calls are judged. */
  gate: ShopGate;
  charge: ChargeStanding;
  /** Support has waived the charge of its tier. */
  chargeWaived: boolean;
  quotas: Quotas;
  flags: string[];
};

/** Of one shop: what its own streams know before the list does, and what lists do not hold. */
export type ConsoleShopDetails = ConsoleShop & {
  /** What its next log-in asks for first, which may close nothing before (ADR 102); null of one that is not connected. */
  atLogIn: ShopGate | null;
  /** What can be changed of it; null of one that is not connected. */
  changeable: ConsoleShopChangeable | null;
  health: { failedExports: number; exportsInProgress: number; failedRuns: number };
};

/** `planTier`: that of its plan. `quotasSet`: by support. `uses`: how many of each there are. `flags`: what support has said; null: as the settings say. */
export type ConsoleShopChangeable = {
  tier: Tier | null;
  tierBy: "plan" | "support" | null;
  planTier: Tier;
  /** What the tier costs that it pays for now, per 30 days; null where it pays nothing. */
  paysFor: { tier: Tier; price: string } | null;
  quotasSet: boolean;
  uses: Quotas;
  flags: { flag: ShopFlag; on: boolean; said: boolean | null }[];
};

export type ConsoleExport = {
  id: string;
  tenant: string;
  createdAt: string;
  endedAt: string | null;
  trigger: "manual" | "automated";
  /** The run of an automated report that it is for; null of one that a merchant asked for. */
  run: { automationId: string; runId: string } | null;
  /** Of the automated report that it is for, as that is called today, else of the report design. */
  title: string;
  /** The report design, as it was called then. */
  design: string;
  format: string;
  status: string;
  attempt: number;
  failedCode: FailureCode | null;
  failedReason: string | null;
  orders: number | null;
  rows: number | null;
  bytes: number | null;
  expiresAt: string | null;
  file: "kept" | "none" | "expired" | ErasedBecause;
};

/**
 * Which orders a report was asked for. `range`: as it was chosen, null where that was not kept; `period`: what it meant then, null likewise. `chosen`: so many
 * orders were chosen one by one, in place of a range. `filterTitle`: null without a filter.
 */
export type ConsoleAsked = {
  range: DateRange | null;
  period: ReportPeriod | null;
  chosen: number;
  filterTitle: string | null;
};

/**
 * Of one export. `askedAgain`: the export that came of it when support asked for it again. `ownTime`: when its file would go if support had not had
 * it kept longer; null where it did not.
 */
export type ConsoleExportDetails = ConsoleExport & {
  askedAgain: string | null;
  ownTime: string | null;
  asked: ConsoleAsked;
};

export type ConsoleAutomation = {
  id: string;
  tenant: string;
  title: string;
  enabled: boolean;
  frequency: string;
  destination: string;
  format: string;
  createdAt: string;
  changedAt: string;
};

/** Of one: how it fares, from the streams that decide it. */
export type ConsoleAutomationDetails = ConsoleAutomation & {
  status: string;
  failedTries: number;
  failedReason: string | null;
  /** Whether it can be restarted: it is suspended, and nothing is being done about it. */
  suspended: boolean;
};

export type ConsoleRun = {
  id: string;
  tenant: string;
  automationId: string;
  cause: string;
  slot: string;
  claimedAt: string;
  endedAt: string | null;
  outcome: string;
  reason: string | null;
  retryAt: string | null;
  exportId: string | null;
};

export type ConsoleTry = {
  id: number;
  exportId: string | null;
  exportedAt: string | null;
  exportOutcome: string;
  deliveredAt: string | null;
  deliveryOutcome: string;
  reason: string | null;
};

export type ConsoleRunDetails = ConsoleRun & { tries: ConsoleTry[] };

export type ConsoleDeadJob = {
  id: string;
  kind: string;
  tenant: string;
  attempts: number;
  diedAt: string;
  reason: string;
};

/** Somebody who has signed in at the console; `id` is made up. */
export type ConsoleAgent = { id: string; name: string };

/** One thing that somebody of support did. `about`: a job, an export, …, or null; `tenant`: a shop, or `support` of what is about none. */
export type ConsoleAct = {
  id: string;
  at: string;
  agent: string;
  agentName: string;
  what: string;
  tenant: string;
  about: string | null;
  /** As `Starter to Growth`, or a sentence; null where nothing of a shop was changed. */
  change: string | null;
  /** Of what was changed in a look that of the look. */
  reason: string | null;
  /** The look as the merchant in which it was done; null of what was done at the console. */
  look: string | null;
};

/**
 * Something that happened in a shop. `title`: of the thing that it is about, where that has one; `about`: its id. `what`: a sentence. `byAgent`: the id
 * of whoever of support did it.
 */
export type ConsoleHappening = {
  id: string;
  at: string;
  tenant: string;
  thing: HappeningThing;
  about: string | null;
  title: string | null;
  by: HappeningActor;
  byAgent: string | null;
  byName: string;
  what: string;
};

/** The event as it is, but for what is hidden. `version`: its place in its stream; `schema`: that it was written with. */
export type ConsoleHappeningDetails = ConsoleHappening & {
  type: string;
  stream: string;
  version: number;
  schema: number;
  correlation: string;
  causation: string;
  data: unknown;
  metadata: unknown;
};

/** What a shop had set up at an instant, with what is another today. `…Version`: of the streams then, -1 before their first event. */
export type ConsoleAsOf = {
  at: string;
  workspaceVersion: number;
  shopVersion: number;
  designs: ConsoleThingThen[];
  filters: ConsoleThingThen[];
  pageFilters: ConsoleThingThen[];
  automations: ConsoleThingThen[];
  configuration: FieldThen[];
};
export type ConsoleThingThen = ThingThen & { changes: FieldThen[] };

/** One of its things, with all of its fields. */
export type ConsoleThing = ThingThen & { fields: FieldThen[] };

/**
 * What a run or an export was made of, each field beside today's. `kept`: false where it is no longer kept, as of old exports. `asked`: its orders; of those
 * that were chosen one by one the first ids. `versions`: of the streams, of a run alone; `flags`: that its shop had.
 */
export type ConsoleMadeOf = {
  kept: boolean;
  tenant: string;
  asked: (ConsoleAsked & { orderIds: readonly string[] }) | null;
  versions: { workspace: number; shop: number } | null;
  flags: string[];
  automation: ConsoleThing | null;
  design: ConsoleThing | null;
  filter: ConsoleThing | null;
  configuration: FieldThen[];
};

/**
 * Exports of a shop that held an order, the newest first: those of one step. `certain`: false of a file that nobody has noted the orders of. `looked`
 * of `of` exports were looked at so far; `continuation`: to go on with, null at the end.
 */
export type ConsoleOrderExports = {
  exports: { id: string; requestedAt: string; title: string; fileName: string; certain: boolean }[];
  looked: number;
  of: number;
  continuation: string | null;
};

/** A look into a shop that was allowed. `address`: opens it once, within 60 s. */
export type ImpersonationAllowed = { id: string; address: string };

/** A look of somebody of support into a shop as its merchant. `endedBy` in words. */
export type ConsoleImpersonation = {
  id: string;
  tenant: string;
  agent: string;
  agentName: string;
  reason: string;
  at: string;
  begunAt: string | null;
  endedAt: string | null;
  endedBy: string | null;
  standing: "not begun" | "going on" | "ended";
};

/** The same of one, with what was changed, oldest first. */
export type ConsoleImpersonationDetails = ConsoleImpersonation & {
  changes: { id: number; at: string; what: string }[];
};

/**
 * Something that a search found; `resource` names its list, by which it can be opened; report designs and filters have none, but a story. `shop`: whose it is; null of
 * a shop itself, and of one that is not known.
 */
export type ConsoleFound = {
  resource: "shops" | "exports" | "automations" | "runs" | "happenings" | "designs" | "filters";
  id: string;
  name: string;
  shop: { id: string; name: string } | null;
};
/** Things that a search finds by their titles at most. */
export const mostTitles = 20;

/** The answer to an act: what it was done to, and what came of it where that is something new. */
export type ConsoleActed = { id: string; exportId?: string };
