import type { Order, ShippingLine } from "../orders/order.ts";
import type { OrderScenario } from "./order-scenarios.ts";
import { day, iso, type SampleShop, sum, type ToMoney } from "./sample-shop.ts";
import { type SoldLine, taxLinesOf } from "./sold-lines.ts";

/** Amounts in hundredths. */
type Amounts = { subtotal: number; tax: number; shipping: number; total: number };
type Back = { units: number; subtotal: number; tax: number; all: number } | null;

/** Amounts after refunds and payments. */
export const computePaymentState = (
  { cancelled, paid }: OrderScenario,
  { sold, amounts, back, money }: { sold: readonly SoldLine[]; amounts: Amounts; back: Back; money: ToMoney },
): Partial<Order> => {
  const received = paid === "paid" ? amounts.total : 0;
  const units = sum(sold.map((one) => one.units));
  const grams = sum(sold.map((one) => one.good.grams * one.units));
  return {
    fullyPaid: paid === "paid",
    currentSubtotalPriceSet: money(amounts.subtotal - (back?.subtotal ?? 0)),
    originalTotalPriceSet: money(amounts.total),
    currentTotalTaxSet: money(amounts.tax - (back?.tax ?? 0)),
    currentShippingPriceSet: money(cancelled ? 0 : amounts.shipping),
    totalTipReceivedSet: money(0),
    originalTotalDutiesSet: money(0),
    currentTotalDutiesSet: money(0),
    originalTotalAdditionalFeesSet: money(0),
    additionalFees: [{ id: "gid://shopify/AdditionalFee/1", name: "Gift bag, free" }],
    totalReceivedSet: money(received),
    netPaymentSet: money(received - (back?.all ?? 0)),
    totalOutstandingSet: money(paid === "paid" ? 0 : amounts.total),
    totalCapturableSet: money(paid === "authorized" ? amounts.total : 0),
    subtotalLineItemsQuantity: units,
    currentSubtotalLineItemsQuantity: units - (back?.units ?? 0),
    currentTotalWeight: String(grams - (back?.units ?? 0) * (sold[0]?.good.grams ?? 0)),
  };
};

/** The only shipping line, untaxed. */
export const shippingLineOf = (id: number, shop: SampleShop, price: number, money: ToMoney): ShippingLine => ({
  id: `gid://shopify/ShippingLine/${id}`,
  title: "Standard",
  code: "standard",
  originalPriceSet: money(price),
  discountedPriceSet: money(price),
  taxLines: taxLinesOf(shop, [], money),
});

/** The wholesale buyer with its payment terms. `sentAt`: ms. */
export const sampleCompany: NonNullable<Order["purchasingEntity"]> = {
  company: { id: "gid://shopify/Company/1", name: "Sample Traders" },
  location: { id: "gid://shopify/CompanyLocation/1", name: "Sample Traders, head office" },
};
export const termsOf = (sentAt: number): NonNullable<Order["paymentTerms"]> => ({
  id: "gid://shopify/PaymentTerms/1",
  paymentTermsName: "Net 30",
  paymentSchedules: [{ id: "gid://shopify/PaymentSchedule/1", dueAt: iso(sentAt + 30 * day), completedAt: null }],
});
