import type { BulkFaultKind } from "#demo-store/bulk/faults.ts";
import type { PictureFaultKind } from "#demo-store/pictures/serve.ts";

/** A fault that the demo store can be told to have; `after` requests (of `order-while-paging`: pages) pass before it. */
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

/** Counts of the demo store for one shop, and the faults that have not happened yet. */
export type DemoStats = {
  requests: number;
  orderPages: number;
  refreshes: number;
  throttles: number;
  pictures: number;
  unauthorized: number;
  /** Requests under `silent` whose callers still hold on. */
  unanswered: number;
  orders: number;
  faults: unknown[];
};

/** The switches of the demo store for one shop. */
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
    /** Removes the app from the shop; the platform tells the app. */
    uninstall: () => ask("POST", "uninstall", {}),
    /** Freezes, cancels or brings back the subscription; the platform tells the app. */
    turnSubscription: (status: "ACTIVE" | "FROZEN" | "CANCELLED") => ask("POST", "subscription", { status }),
    /** The platform sends one of its webhooks about personal data. */
    demand: (
      topic: "shop/redact" | "customers/redact" | "customers/data_request",
      subject: { customerId?: number; email?: string; orders?: number[] } = {},
    ) => ask("POST", "compliance", { topic, ...subject }),
    /** Forgets faults, counts and orders that came in; installations stay. */
    reset: () => ask("POST", "reset"),
  };
};
