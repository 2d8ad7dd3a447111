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
  /** Bytes of what it found; null while it runs, 0 when it found nothing. */
  fileSize: number | null;
  /** What the shop and the app were when it began: it is carried out again from there when the demo store is started anew. */
  frozen: { orders: number; firstVisible: number; now: number; scopes: string[] };
  faults: BulkFaultKind[];
  delayMs: number;
};
/** How a bulk operation ended by itself. */
export type BulkEnd =
  | { status: "COMPLETED" | "CANCELED" }
  | { status: "FAILED"; errorCode: "ACCESS_DENIED" | "INTERNAL_SERVER_ERROR" };

/** What the platform knows of the app at one shop. */
export type Installation = {
  installed: boolean;
  scopes: string[];
  codes: { code: string; scopes: string[]; expiresAt: number; redirectUri: string }[];
  accessTokens: AccessToken[];
  refreshTokens: RefreshToken[];
  subscriptions: SubscriptionRecord[];
  webhooks: WebhookRecord[];
  /** Absent in a file of before there were any. */
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

/** Writes a file as a whole or not at all. */
export const writeWhole = (path: string, text: string): void => {
  mkdirSync(dirname(path), { recursive: true });
  const part = `${path}.${process.pid}.part`;
  try {
    writeFileSync(part, text, { mode: 0o600, flush: true });
    renameSync(part, path);
  } catch (error) {
    // Half a file on a full disk only takes room from others.
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

export type DeskState = {
  /** Folder of what is too large for the file of the state; undefined: nothing outlives the process. */
  folder: string | undefined;
  /** The installation of a shop; the object is live. */
  of(shop: string): Installation;
  /** Names of the shops that have the app. */
  installedIn(): string[];
  /** Keeps what was changed. */
  save(): void;
};

/** State of the platform that a restart must not lose. Without a path it lives in memory. */
export const createDeskState = (path?: string): DeskState => {
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
      if (path !== undefined) writeWhole(path, JSON.stringify(Object.fromEntries(installations)));
    },
  };
};
