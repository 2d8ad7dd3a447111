import type { Role } from "../console/roles.ts";
import type { ErasedBecause, FailureCode } from "../export/events.ts";
import type { Quotas } from "../tiers/tiers.ts";

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
  quotas: Quotas;
  flags: string[];
};

/** Of one shop: what the gates and counts say that lists do not hold. */
export type ConsoleShopDetails = ConsoleShop & {
  charge: "none" | "active" | "pending";
  health: { failedExports: number; exportsInProgress: number; failedRuns: number };
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

/** One thing that somebody of support did. `about`: a job, or null; `tenant`: a shop, or `support` of what is about none. */
export type ConsoleAct = {
  id: string;
  at: string;
  agent: string;
  agentName: string;
  what: string;
  tenant: string;
  about: string | null;
  reason: string | null;
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

/** Something that a search found; `resource` names its list, by which it can be opened. */
export type ConsoleFound = { resource: "shops" | "exports" | "automations" | "runs"; id: string; name: string };
