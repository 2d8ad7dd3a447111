import { BULK_FAULTS, type BulkFaultKind } from "../bulk/faults.ts";
import type { DemoOrder } from "../generate/types.ts";
import { PICTURE_FAULTS, type PictureFaultKind } from "../pictures/serve.ts";
import { withUnreadableField } from "./unreadable-field.ts";

export const FAULT_KINDS = [
  "throttle",
  "429",
  "500",
  "cut",
  "expired-token",
  "revoked",
  "scope-withdrawn",
  "slow",
  "silent",
  "order-while-paging",
  "search-warning",
  "bad-webhook-signature",
  "order-unreadable",
  ...BULK_FAULTS,
  ...PICTURE_FAULTS,
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

export type Fault = {
  kind: FaultKind;
  times: number;
  /** Requests before the first occurrence (pages of orders for `order-while-paging`). */
  after: number;
  /** `Retry-After` of `429`, seconds. */
  retryAfter: number;
  /** Delay of `slow` and `bulk-slow`, ms. */
  delayMs: number;
  /** The scope that `scope-withdrawn` removes. */
  scope: string;
  /** Name of the unreadable order. This and the next two belong to `order-unreadable`. */
  order?: string;
  /** Dotted path of the failing field, below the order. */
  path?: string;
  /** The error's code; empty for none. */
  code?: string;
};

const text = (value: unknown, otherwise: string): string => (typeof value === "string" ? value : otherwise);

const isKind = (value: unknown): value is FaultKind => FAULT_KINDS.some((kind) => kind === value);
const number = (value: unknown, otherwise: number): number => {
  const parsed = Number(value ?? otherwise);
  return Number.isFinite(parsed) && parsed >= 0 ? parsed : otherwise;
};

/** Reads a fault from a request; null if its kind is unknown. */
export const readFault = (body: Readonly<Record<string, unknown>>): Fault | null =>
  isKind(body.kind)
    ? {
        kind: body.kind,
        times: number(body.times, 1),
        after: number(body.after, 0),
        retryAfter: number(body.retryAfter, 2),
        delayMs: number(body.delayMs, 1000),
        scope: text(body.scope, "read_orders"),
        ...(body.kind === "order-unreadable" && {
          order: text(body.order, ""),
          path: text(body.path, "totalPriceSet"),
          code: text(body.code, "INTERNAL_SERVER_ERROR"),
        }),
      }
    : null;

const isPicture = (kind: FaultKind): kind is PictureFaultKind => PICTURE_FAULTS.some((one) => one === kind);
const isBulk = (kind: FaultKind): kind is BulkFaultKind => BULK_FAULTS.some((one) => one === kind);
/** True for faults that don't affect single API requests. */
const isOutsideApi = (kind: FaultKind): boolean =>
  kind === "order-while-paging" ||
  kind === "order-unreadable" ||
  kind === "bad-webhook-signature" ||
  isBulk(kind) ||
  isPicture(kind);

/** Armed faults of one shop. */
export const createFaults = () => {
  let pendingFaults: Fault[] = [];
  const consumeIfDue = (fault: Fault): boolean => {
    if (fault.after > 0) {
      fault.after--;
      return false;
    }
    fault.times--;
    return true;
  };
  const take = (chosen: (fault: Fault) => boolean): Fault[] => {
    const now = pendingFaults.filter((fault) => fault.times > 0 && chosen(fault) && consumeIfDue(fault));
    pendingFaults = pendingFaults.filter((fault) => fault.times > 0);
    return now;
  };
  return {
    add: (fault: Fault): void => {
      pendingFaults.push(fault);
    },
    clear: (): void => {
      pendingFaults = [];
    },
    list: (): readonly Fault[] => pendingFaults,
    takeForRequest: (): Fault[] => take(({ kind }) => !isOutsideApi(kind)),
    takeForBulk: (): { faults: BulkFaultKind[]; delayMs: number } => {
      const taken = take(({ kind }) => isBulk(kind) && kind !== "bulk-cut");
      const delays = taken.filter(({ kind }) => kind === "bulk-slow").map(({ delayMs }) => delayMs);
      return { faults: taken.map(({ kind }) => kind).filter(isBulk), delayMs: Math.max(0, ...delays) };
    },
    cutsDownload: (): boolean => take(({ kind }) => kind === "bulk-cut").length > 0,
    takeForPicture: (): PictureFaultKind | undefined => {
      let found: PictureFaultKind | undefined;
      take(({ kind }) => {
        if (found !== undefined || !isPicture(kind)) return false;
        found = kind;
        return true;
      });
      return found;
    },
    /** Adds armed faults to an order: reading the unreadable field throws `times` times. */
    applyUnreadable: (order: DemoOrder): DemoOrder =>
      pendingFaults
        .filter(({ kind, order: name, times }) => kind === "order-unreadable" && name === order.name && times > 0)
        .reduce(
          (result, fault) => withUnreadableField(result, fault, () => fault.times > 0 && consumeIfDue(fault)),
          order,
        ),
    /** Returns how many orders to insert after this page. A fault occurs after page number `after`. */
    ordersAfterPage: (): number => {
      const counted = pendingFaults.filter(({ kind }) => kind === "order-while-paging");
      let orders = 0;
      for (const fault of counted) {
        if (fault.after > 1) fault.after--;
        else {
          fault.times--;
          orders++;
        }
      }
      pendingFaults = pendingFaults.filter(({ times }) => times > 0);
      return orders;
    },
  };
};
export type Faults = ReturnType<typeof createFaults>;
