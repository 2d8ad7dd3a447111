import type { BulkFaultKind } from "#demo-store/bulk/faults.ts";
import type { PictureFaultKind } from "#demo-store/pictures/serve.ts";

/** A fault of the demo store after `after` requests (of `order-while-paging`: pages). */
export type ArmedFault = {
  kind:
    | "throttle"
    | "429"
    | "500"
    | "cut"
    | "expired-token"
    | "revoked"
    | "scope-withdrawn"
    | "slow"
    | "silent"
    | "order-while-paging"
    | "search-warning"
    | PictureFaultKind
    | BulkFaultKind;
  times?: number;
  after?: number;
  retryAfter?: number;
  delayMs?: number;
  scope?: string;
};

/** The demo store's counts for a shop, and its pending faults. */
export type DemoStats = {
  requests: number;
  orderPages: number;
  refreshes: number;
  throttles: number;
  pictures: number;
  unauthorized: number;
  /** Requests under `silent` that still wait. */
  unanswered: number;
  orders: number;
  faults: unknown[];
};

/** The demo store's switches for a shop. */
export const demoControl = (demoUrl: string, shop: string) => {
  const ask = async <Data>(method: "GET" | "POST", action: string, body?: unknown): Promise<Data> => {
    const response = await fetch(`${demoUrl}/_control/${shop}/${action}`, {
      method,
      ...(body === undefined ? {} : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
    });
    if (!response.ok)
      throw new Error(`The demo store answered ${response.status} to ${action}: ${await response.text()}`);
    return (await response.json()) as Data;
  };
  return {
    arm: (fault: ArmedFault) => ask("POST", "faults", fault),
    stats: () => ask<DemoStats>("GET", "stats"),
    /** Removes the app from the shop, and tells the app. */
    uninstall: () => ask("POST", "uninstall", {}),
    /** Freezes, cancels or restores the subscription, and tells the app. */
    turnSubscription: (status: "ACTIVE" | "FROZEN" | "CANCELLED") => ask("POST", "subscription", { status }),
    /** Sends a webhook about personal data. */
    demand: (
      topic: "shop/redact" | "customers/redact" | "customers/data_request",
      subject: { customerId?: number; email?: string; orders?: number[] } = {},
    ) => ask("POST", "compliance", { topic, ...subject }),
    /** Forgets faults, counts and new orders, but not installations. */
    reset: () => ask("POST", "reset"),
  };
};
