import type { Channel } from "./customers.ts";
import { DAY, HOUR } from "./instants.ts";
import type { PaymentState } from "./money/payments.ts";
import type { RefundPlan } from "./money/refunds.ts";
import type { Random } from "./random.ts";
import type { CancelReason } from "./words/order-enums.ts";

/**
 * Later events of an order, decided before its lines are made. None is after `horizon`, the newest instant of the demo
 * data.
 */
export type Plan = {
  payment: PaymentState;
  cancelledAt: number | null;
  cancelReason: CancelReason | null;
  refunds: RefundPlan[];
  removesLine: boolean;
  edited: boolean;
};

const reasonOf = (draw: number): CancelReason => {
  if (draw < 0.45) return "CUSTOMER";
  if (draw < 0.65) return "INVENTORY";
  if (draw < 0.75) return "FRAUD";
  if (draw < 0.85) return "DECLINED";
  return draw < 0.9 ? "STAFF" : "OTHER";
};

const firstKind = (draw: number): RefundPlan["kind"] => {
  if (draw < 0.4) return "rest";
  if (draw < 0.76) return "restock";
  if (draw < 0.89) return "no-restock";
  return draw < 0.95 ? "amount" : "shipping";
};

/** Delay of a refund, ms: log-normal, median 12 days, at most 75 days. */
const refundDelay = (random: Random): number => {
  const normal = random.next() + random.next() + random.next() - 1.5;
  return Math.min(75, Math.max(0.2, 12 * Math.exp(1.3 * normal))) * DAY;
};

export const makePlan = (random: Random, createdAt: number, horizon: number, channel: Channel): Plan => {
  const cancels = random.chance(0.03);
  const cancelDraw = random.next();
  const payDraw = random.next();
  const refundDraw = random.next();
  const kindDraw = random.next();
  const editDraw = random.next();
  const delay = Math.floor(refundDelay(random) / 1000) * 1000;
  const secondDelay = random.int(1, 20) * DAY + random.int(0, 3599) * 1000;
  const plan: Plan = {
    payment: "paid",
    cancelledAt: null,
    cancelReason: null,
    refunds: [],
    removesLine: false,
    edited: false,
  };
  const cancelledAt = createdAt + Math.floor((1 + cancelDraw * 30) * HOUR);
  if (cancels && cancelledAt <= horizon && channel !== "pos") {
    plan.cancelledAt = cancelledAt;
    plan.cancelReason = reasonOf(cancelDraw);
    if (payDraw < 0.3) plan.payment = "voided";
    else plan.refunds = [{ kind: "rest", at: cancelledAt }];
    return plan;
  }
  if (channel !== "pos") {
    if (payDraw < 0.04) plan.payment = "pending";
    else if (payDraw < 0.06) plan.payment = "authorized";
    else if (payDraw < 0.063) plan.payment = createdAt + 8 * DAY <= horizon ? "expired" : "authorized";
    else if (payDraw < 0.07) plan.payment = "partially-paid";
  }
  if (editDraw < 0.02) {
    plan.removesLine = true;
    plan.edited = true;
    return plan;
  }
  plan.edited = editDraw < 0.045;
  const first = createdAt + delay;
  if (plan.payment === "paid" && refundDraw < 0.11 && first <= horizon) {
    const kind = firstKind(kindDraw);
    plan.refunds.push({ kind, at: first });
    if (kind !== "rest" && secondDelay % 8000 < 1000 && first + secondDelay <= horizon)
      plan.refunds.push({ kind: kindDraw < 0.6 ? "rest" : "restock", at: first + secondDelay });
  }
  return plan;
};
