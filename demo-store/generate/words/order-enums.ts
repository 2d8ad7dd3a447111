/** A visit before an order, in the platform's terms. */
export type DemoVisit = {
  id: string;
  occurredAt: string;
  landingPage: string | null;
  referrerUrl: string | null;
  source: string;
  utmParameters: {
    source: string | null;
    medium: string | null;
    campaign: string | null;
    term: string | null;
    content: string | null;
  } | null;
};

export type FinancialStatus =
  | "PAID"
  | "PENDING"
  | "AUTHORIZED"
  | "PARTIALLY_PAID"
  | "PARTIALLY_REFUNDED"
  | "REFUNDED"
  | "VOIDED"
  | "EXPIRED";
export type FulfillmentStatus =
  | "FULFILLED"
  | "UNFULFILLED"
  | "PARTIALLY_FULFILLED"
  | "IN_PROGRESS"
  | "ON_HOLD"
  | "SCHEDULED"
  | "FULFILLMENT_NOT_REQUIRED";
export type CancelReason = "CUSTOMER" | "DECLINED" | "FRAUD" | "INVENTORY" | "OTHER" | "STAFF";

export type SaleLineType = "ADDITIONAL_FEE" | "ADJUSTMENT" | "DUTY" | "GIFT_CARD" | "PRODUCT" | "SHIPPING" | "TIP";
