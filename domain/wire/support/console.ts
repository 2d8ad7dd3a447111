import type { ActivityActor } from "../../activity/actors.ts";
import type { ActivitySubject } from "../../activity/subjects.ts";
import type { FieldComparison } from "../../as-of/described-field.ts";
import type { ItemAsOf } from "../../as-of/items.ts";
import type { Role } from "../../console/roles.ts";
import type { RangeChoice } from "../../dates/resolve-date-range.ts";
import type { ErasureReason, FailureCode } from "../../export/events.ts";
import type { ReportPeriod } from "../../export/order-selection.ts";
import type { ChargeStatus } from "../../shop/events.ts";
import type { ShopFlag } from "../../shop/features.ts";
import type { Quotas, Tier } from "../../tiers/tiers.ts";

/**
 * Responses of the support console. Instants are ISO UTC; a row's `tenant` names its shop. No secrets, and no personal
 * data but support agents'.
 */

export type ConsoleMe = {
  name: string;
  role: Role;
  /** Send it as {@link consoleTokenHeader} with every change. */
  token: string;
  endsAt: string;
};
export const consoleTokenHeader = "x-support-token";

/** `leaveTo`: address to open next, which signs out of the provider as well. */
export type SignedOut = { leaveTo: string | null };

/** In the order in which a shop passes them. */
export type ShopGate = "tier" | "charge" | "terms" | "none";

export type ConsoleShop = {
  id: string;
  shop: string;
  name: string;
  zone: string;
  /** Not connected: the owner has not consented yet, or uninstalled Sheaf. */
  state: "connected" | "not connected";
  tier: string | null;
  /** The next gate. In a list: by the read models. For one shop: as in its merchant's calls. */
  gate: ShopGate;
  charge: ChargeStatus;
  /** Support has waived the charge of its tier. */
  chargeWaived: boolean;
  quotas: Quotas;
  flags: string[];
};

/** Data that lists lack, from the shop's own streams, which are ahead of the list. */
export type ConsoleShopDetails = ConsoleShop & {
  /** First gate at its next login, which may block nothing before (ADR 102); null if not connected. */
  atLogIn: ShopGate | null;
  /** Editable settings; null if not connected. */
  changeable: ConsoleShopChangeable | null;
  health: { failedExports: number; exportsInProgress: number; failedRuns: number };
};

/**
 * `planTier`: the tier of its plan. `quotasSet`: true if support set them. `uses`: current numbers. `flags`: `said` is
 * support's setting, null for the default.
 */
export type ConsoleShopChangeable = {
  tier: Tier | null;
  tierBy: "plan" | "support" | null;
  planTier: Tier;
  /** Price per 30 days. */
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
  /** The export's automated run; null if a merchant requested it. */
  run: { automationId: string; runId: string } | null;
  /** Today's title of its automated report, else the report design's. */
  title: string;
  /** Title of the report design at the request. */
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
  file: "kept" | "none" | "expired" | ErasureReason;
};

/** Requested orders of a report. */
export type ConsoleOrderSelection = {
  /** The date range as chosen; null if not kept. */
  range: RangeChoice | null;
  /** The range's instants; null if not kept. */
  period: ReportPeriod | null;
  /** Individually selected orders, in place of a range. */
  chosen: number;
  filterTitle: string | null;
};

/**
 * `askedAgain`: the export of support's repetition. `ownTime`: original expiry of its file, if support had it kept
 * longer.
 */
export type ConsoleExportDetails = ConsoleExport & {
  askedAgain: string | null;
  ownTime: string | null;
  asked: ConsoleOrderSelection;
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

/** Its state comes from the streams that decide it. */
export type ConsoleAutomationDetails = ConsoleAutomation & {
  status: string;
  failedTries: number;
  failedReason: string | null;
  /** True if suspended without a restart under way, so it can be restarted. */
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

/** An agent who has signed in at the console; `id` is generated. */
export type ConsoleAgent = { id: string; name: string };

/** `about`: a job, an export, … `tenant`: a shop, or `support` if the action concerns none. */
export type ConsoleAct = {
  id: string;
  at: string;
  agent: string;
  agentName: string;
  what: string;
  tenant: string;
  about: string | null;
  /** Change, such as `Starter to Growth`, or a sentence. */
  change: string | null;
  /** The impersonation session's reason, for a change in one. */
  reason: string | null;
  /** The act's impersonation session; null at the console. */
  look: string | null;
};

/** An event in a shop's activity. */
export type ConsoleActivity = {
  id: string;
  at: string;
  tenant: string;
  thing: ActivitySubject;
  /** ID of its subject, if any. */
  about: string | null;
  /** Title of its subject, if any. */
  title: string | null;
  by: ActivityActor;
  /** ID of the support agent who caused it. */
  byAgent: string | null;
  byName: string;
  /** The event in a sentence. */
  what: string;
};

/** The raw event, hidden parts masked. `version`: its position in the stream. `schema`: its schema version. */
export type ConsoleActivityDetails = ConsoleActivity & {
  type: string;
  stream: string;
  version: number;
  schema: number;
  correlation: string;
  causation: string;
  data: unknown;
  metadata: unknown;
};

/**
 * A shop's setup at an instant, and differences from today. `…Version`: stream versions then, -1 before the first
 * event.
 */
export type ConsoleAsOf = {
  at: string;
  workspaceVersion: number;
  shopVersion: number;
  designs: ConsoleItemAsOf[];
  filters: ConsoleItemAsOf[];
  pageFilters: ConsoleItemAsOf[];
  automations: ConsoleItemAsOf[];
  configuration: FieldComparison[];
};
export type ConsoleItemAsOf = ItemAsOf & { changes: FieldComparison[] };

/** An item of {@link ConsoleAsOf}, with all fields. */
export type ConsoleItem = ItemAsOf & { fields: FieldComparison[] };

/** Inputs of a run or an export beside their current values. */
export type ConsoleFrozenInputs = {
  /** False if the inputs are gone, as for old exports. */
  kept: boolean;
  tenant: string;
  /** `orderIds`: the first individually selected ones. */
  asked: (ConsoleOrderSelection & { orderIds: readonly string[] }) | null;
  /** Stream versions; only for runs. */
  versions: { workspace: number; shop: number } | null;
  /** The shop's flags at that time. */
  flags: string[];
  automation: ConsoleItem | null;
  design: ConsoleItem | null;
  filter: ConsoleItem | null;
  configuration: FieldComparison[];
};

/**
 * One step of the search for a shop's exports that held an order, newest first. `certain`: false if the file's orders
 * were not recorded. `looked`: examined so far, out of `of`. `continuation`: token for the next step, null at the end.
 */
export type ConsoleOrderExports = {
  exports: { id: string; requestedAt: string; title: string; fileName: string; certain: boolean }[];
  looked: number;
  of: number;
  continuation: string | null;
};

/** An allowed impersonation session. */
export type ImpersonationAllowed = {
  id: string;
  /** URL that opens the session once, within 60 s. */
  address: string;
};

/** An impersonation session. `endedBy`: in words. */
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

/** `changes`: oldest first. */
export type ConsoleImpersonationDetails = ConsoleImpersonation & {
  changes: { id: number; at: string; what: string }[];
};

/**
 * A search result. `resource`: its list, which opens it; report designs and filters have no list, only activity.
 * `shop`: its owner; null for a shop itself, or if unknown.
 */
export type ConsoleSearchResult = {
  resource: "shops" | "exports" | "automations" | "runs" | "happenings" | "designs" | "filters";
  id: string;
  name: string;
  shop: { id: string; name: string } | null;
};
/** Maximum number of search results found by title. */
export const maxTitleResults = 20;

/** Target of an action, and any new export. */
export type ConsoleActionResult = { id: string; exportId?: string };
