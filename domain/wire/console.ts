import type { Role } from "../console/roles.ts";
import type { ErasedBecause, FailureCode } from "../export/events.ts";
import type { ChargeStanding } from "../shop/events.ts";
import type { ShopFlag } from "../shop/features.ts";
import type { Quotas, Tier } from "../tiers/tiers.ts";

/** What calls of the support console answer. Instants are ISO UTC; a row's `tenant` names its shop. Nothing here is a secret or about a person but of support. */

/** `token`: sent back as {@link consoleTokenHeader} with whatever changes something. */
export type ConsoleMe = { name: string; role: Role; token: string; endsAt: string };
export const consoleTokenHeader = "x-support-token";

/** `leaveTo`: where the browser is to go next, to be signed out of the provider as well. */
export type SignedOut = { leaveTo: string | null };

export type ConsoleShop = {
  id: string;
  shop: string;
  name: string;
  zone: string;
  /** Not connected: its owner has not consented yet, or has uninstalled Sheaf. */
  state: "connected" | "not connected";
  tier: string | null;
  /** What the shop has to pass next. */
  gate: "tier" | "terms" | "none";
  charge: ChargeStanding;
  /** Support has waived the charge of its tier. */
  chargeWaived: boolean;
  quotas: Quotas;
  flags: string[];
};

/** Of one shop: what its own streams know before the list does, and what lists do not hold. */
export type ConsoleShopDetails = ConsoleShop & {
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
  title: string;
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
 * Of one export. `askedAgain`: the export that came of it when support asked for it again. `ownTime`: when its file would go if support had not had
 * it kept longer; null where it did not.
 */
export type ConsoleExportDetails = ConsoleExport & { askedAgain: string | null; ownTime: string | null };

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

/** One thing that somebody of support did. `about`: a job, an export, …, or null; `tenant`: a shop, or `support` of what is about none. */
export type ConsoleAct = {
  id: string;
  at: string;
  agent: string;
  agentName: string;
  what: string;
  tenant: string;
  about: string | null;
  /** As `Starter to Growth`; null where nothing of a shop was changed. */
  change: string | null;
  reason: string | null;
};

/** Something that a search found; `resource` names its list, by which it can be opened. */
export type ConsoleFound = { resource: "shops" | "exports" | "automations" | "runs"; id: string; name: string };

/** The answer to an act: what it was done to, and what came of it where that is something new. */
export type ConsoleActed = { id: string; exportId?: string };
