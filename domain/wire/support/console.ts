import type { ActivityActor } from "../../activity/actors.ts";
import type { ActivitySubject } from "../../activity/subjects.ts";
import type { FieldComparison } from "../../as-of/described-field.ts";
import type { ItemAsOf } from "../../as-of/items.ts";
import type { Role } from "../../console/roles.ts";
import type { DateRange } from "../../enumerations.ts";
import type { ErasureReason, FailureCode } from "../../export/events.ts";
import type { ReportPeriod } from "../../export/order-selection.ts";
import type { ChargeStatus } from "../../shop/events.ts";
import type { ShopFlag } from "../../shop/features.ts";
import type { Quotas, Tier } from "../../tiers/tiers.ts";

/**
 * Responses of the support console. Instants are ISO UTC; a row's `tenant` names its shop. Contains no secrets, and no
 * personal data but that of support agents.
 */

export type ConsoleMe = {
  name: string;
  role: Role;
  /** Send it back as {@link consoleTokenHeader} with every change. */
  token: string;
  endsAt: string;
};
export const consoleTokenHeader = "x-support-token";

/** `leaveTo`: address for the browser to open next, to sign out of the provider as well. */
export type SignedOut = { leaveTo: string | null };

/** In the order in which a shop passes them. */
export type ShopGate = "tier" | "charge" | "terms" | "none";

export type ConsoleShop = {
  id: string;
  shop: string;
  name: string;
  zone: string;
  /** Not connected: the owner has not consented yet, or has uninstalled Sheaf. */
  state: "connected" | "not connected";
  tier: string | null;
  /** The shop's next gate. In a list: by the read models. For one shop: as in its merchant's calls. */
  gate: ShopGate;
  charge: ChargeStatus;
  /** True if support has waived the charge of its tier. */
  chargeWaived: boolean;
  quotas: Quotas;
  flags: string[];
};

/** One shop, with data that lists lack. Read from its own streams, which are ahead of the list. */
export type ConsoleShopDetails = ConsoleShop & {
  /** First gate at its next login, which may block nothing before (ADR 102); null if not connected. */
  atLogIn: ShopGate | null;
  /** Editable settings; null if not connected. */
  changeable: ConsoleShopChangeable | null;
  health: { failedExports: number; exportsInProgress: number; failedRuns: number };
};

/**
 * `planTier`: tier of its plan. `quotasSet`: by support. `uses`: current number of each. `flags`: `said` is support's
 * setting, null for the default of the settings.
 */
export type ConsoleShopChangeable = {
  tier: Tier | null;
  tierBy: "plan" | "support" | null;
  planTier: Tier;
  /** The tier it pays for, price per 30 days; null if none. */
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
  /** The automated run that it belongs to; null if a merchant requested it. */
  run: { automationId: string; runId: string } | null;
  /** Today's title of its automated report, else title of the report design. */
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
  range: DateRange | null;
  /** The range's instants; null if not kept. */
  period: ReportPeriod | null;
  /** Number of individually selected orders, in place of a range. */
  chosen: number;
  /** Null without a filter. */
  filterTitle: string | null;
};

/**
 * One export. `askedAgain`: the export that support's repetition made. `ownTime`: original expiry of its file, if
 * support had it kept longer; else null.
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

/** One automated report, with its state from the streams that decide it. */
export type ConsoleAutomationDetails = ConsoleAutomation & {
  status: string;
  failedTries: number;
  failedReason: string | null;
  /** True if it can be restarted: it is suspended and no restart is under way. */
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

/** A person who has signed in at the console; `id` is generated. */
export type ConsoleAgent = { id: string; name: string };

/**
 * An action of a support agent. `about`: a job, an export, …, or null. `tenant`: a shop, or `support` if it concerns
 * none.
 */
export type ConsoleAct = {
  id: string;
  at: string;
  agent: string;
  agentName: string;
  what: string;
  tenant: string;
  about: string | null;
  /** Change, such as `Starter to Growth`, or a sentence; null without one. */
  change: string | null;
  /** For a change in an impersonation session: the session's reason. */
  reason: string | null;
  /** The impersonation session it was done in; null if done at the console. */
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

/** The raw event, with hidden parts masked. `version`: its position in the stream. `schema`: its schema version. */
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
 * A shop's setup at an instant, with differences from today. `…Version`: stream versions at that instant, -1 before the
 * first event.
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

/** One item of it, with all fields. */
export type ConsoleItem = ItemAsOf & { fields: FieldComparison[] };

/** Inputs of a run or an export, each field beside its current value. */
export type ConsoleFrozenInputs = {
  /** False if the inputs are gone, as for old exports. */
  kept: boolean;
  tenant: string;
  /** Requested orders, with the first IDs of individually selected ones. */
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
 * One step's exports of a shop that held an order, newest first. `certain`: false for a file whose orders were not
 * recorded. `looked`: examined so far, out of `of`. `continuation`: token for the next step, null at the end.
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

/** An impersonation session of a support agent. `endedBy`: in words. */
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

/** One session, with its changes, oldest first. */
export type ConsoleImpersonationDetails = ConsoleImpersonation & {
  changes: { id: number; at: string; what: string }[];
};

/**
 * A search result. `resource`: its list, by which it can be opened; report designs and filters have no list, only
 * activity. `shop`: its owner; null for a shop itself, or if unknown.
 */
export type ConsoleSearchResult = {
  resource: "shops" | "exports" | "automations" | "runs" | "happenings" | "designs" | "filters";
  id: string;
  name: string;
  shop: { id: string; name: string } | null;
};
/** Maximum search results found by title. */
export const maxTitleResults = 20;

/** Result of an action: its target, and any new export. */
export type ConsoleActionResult = { id: string; exportId?: string };
