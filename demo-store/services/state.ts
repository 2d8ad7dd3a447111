import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { BulkFaultKind } from "../bulk/faults.ts";

type AccessToken = { token: string; expiresAt: number | null };
export type RefreshToken = { token: string; parent: string | null; expiresAt: number; usedAt: number | null };
export type SubscriptionRecord = {
  id: string;
  name: string;
  status: "PENDING" | "ACTIVE" | "DECLINED" | "EXPIRED" | "CANCELLED" | "FROZEN";
  test: boolean;
  trialDays: number;
  returnUrl: string;
  createdAt: string;
  activatedAt: string | null;
  lineItems: unknown[];
};
export type WebhookRecord = {
  id: string;
  legacyResourceId: string;
  topic: string;
  uri: string;
  format: string;
  filter: string | null;
  includeFields: string[];
  createdAt: string;
  updatedAt: string;
};
export type BulkRecord = {
  id: string;
  query: string;
  groupObjects: boolean;
  status: "CREATED" | "RUNNING" | "COMPLETED" | "CANCELING" | "CANCELED" | "FAILED" | "EXPIRED";
  errorCode: "ACCESS_DENIED" | "INTERNAL_SERVER_ERROR" | "TIMEOUT" | null;
  createdAt: string;
  completedAt: string | null;
  objectCount: number;
  rootObjectCount: number;
  /** Bytes of the result; null while running, 0 if empty. */
  fileSize: number | null;
  /** Shop and app state at the beginning, from which a restarted demo store repeats the operation. */
  frozen: { orders: number; firstVisible: number; now: number; scopes: string[] };
  faults: BulkFaultKind[];
  delayMs: number;
};
/** The end of an uninterrupted bulk operation. */
export type BulkEnd =
  | { status: "COMPLETED" | "CANCELED" }
  | { status: "FAILED"; errorCode: "ACCESS_DENIED" | "INTERNAL_SERVER_ERROR" };

/** The platform's record of the app at one shop. */
export type Installation = {
  installed: boolean;
  scopes: string[];
  codes: { code: string; scopes: string[]; expiresAt: number; redirectUri: string }[];
  accessTokens: AccessToken[];
  refreshTokens: RefreshToken[];
  subscriptions: SubscriptionRecord[];
  webhooks: WebhookRecord[];
  /** Absent in older files. */
  bulkOperations?: BulkRecord[];
  nextId: number;
};

const fresh = (): Installation => ({
  installed: false,
  scopes: [],
  codes: [],
  accessTokens: [],
  refreshTokens: [],
  subscriptions: [],
  webhooks: [],
  nextId: 1,
});

export const writeAtomically = (path: string, text: string): void => {
  mkdirSync(dirname(path), { recursive: true });
  const part = `${path}.${process.pid}.part`;
  try {
    writeFileSync(part, text, { mode: 0o600, flush: true });
    renameSync(part, path);
  } catch (error) {
    // A partial file would waste space on a full disk.
    rmSync(part, { force: true });
    throw error;
  }
};

const unreadable = (path: string, what: string): Error =>
  new Error(`${path} ${what}. Delete it; every demo shop then has to log in again.`);

const read = (path: string): Record<string, Installation> => {
  try {
    const value: unknown = JSON.parse(readFileSync(path, "utf8"));
    if (typeof value !== "object" || value === null || Array.isArray(value))
      throw unreadable(path, "does not hold the demo shops");
    return value as Record<string, Installation>;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return {};
    if (error instanceof SyntaxError) throw unreadable(path, "does not hold JSON");
    if (error instanceof Error && "code" in error && error.code === "EISDIR") throw unreadable(path, "is a folder");
    throw error;
  }
};

export type InstallationStore = {
  /** Folder for data too large for the state file. Undefined: nothing outlives the process. */
  folder: string | undefined;
  /** Returns the live object: change it, then call `save`. */
  of(shop: string): Installation;
  installedIn(): string[];
  save(): void;
};

/** Platform state that survives a restart; in memory without a path. */
export const createInstallationStore = (path?: string): InstallationStore => {
  const installations = new Map(Object.entries(path === undefined ? {} : read(path)));
  return {
    folder: path === undefined ? undefined : join(dirname(path), "demo-bulk"),
    of: (shop) => {
      const known = installations.get(shop);
      if (known) return known;
      const made = fresh();
      installations.set(shop, made);
      return made;
    },
    installedIn: () => [...installations].filter(([, { installed }]) => installed).map(([shop]) => shop),
    save: () => {
      if (path !== undefined) writeAtomically(path, JSON.stringify(Object.fromEntries(installations)));
    },
  };
};
