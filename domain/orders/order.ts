import type { LocalStatus } from "../enumerations.ts";
import type { WithMetafields } from "./metafields.ts";

/**
 * Types of the platform's Admin API, with connections flattened to arrays. All fields are optional, because only needed
 * ones are fetched. Money is decimal text.
 */
export type MoneyBag = {
  shopMoney: { amount: string; currencyCode?: string };
  presentmentMoney?: { amount: string; currencyCode: string };
};
export type Attribute = { key: string; value: string | null };
export type TaxLine = { title?: string; rate?: number | null; priceSet?: MoneyBag };

export type Address = {
  name?: string | null;
  firstName?: string | null;
  lastName?: string | null;
  company?: string | null;
  address1?: string | null;
  address2?: string | null;
  city?: string | null;
  zip?: string | null;
  province?: string | null;
  provinceCode?: string | null;
  country?: string | null;
  countryCodeV2?: string | null;
  phone?: string | null;
  /** Lines in the country's format, with the company, without the name. */
  formatted?: string[];
  latitude?: number | null;
  longitude?: number | null;
};

export type LineItem = {
  id: string;
  title?: string;
  name?: string;
  variantTitle?: string | null;
  sku?: string | null;
  vendor?: string | null;
  quantity?: number;
  currentQuantity?: number;
  unfulfilledQuantity?: number;
  nonFulfillableQuantity?: number;
  requiresShipping?: boolean;
  taxable?: boolean;
  isGiftCard?: boolean;
  discountedUnitPriceSet?: MoneyBag;
  discountedUnitPriceAfterAllDiscountsSet?: MoneyBag;
  duties?: { id: string; harmonizedSystemCode?: string | null; price?: MoneyBag }[];
  /** Set for subscriptions and pre-orders. */
  sellingPlan?: { name?: string } | null;
  originalUnitPriceSet?: MoneyBag;
  originalTotalSet?: MoneyBag;
  taxLines?: TaxLine[];
  discountAllocations?: { allocatedAmountSet?: MoneyBag }[];
  /** Weight of one unit. */
  weight?: { value?: number; unit?: string } | null;
  image?: { url: string } | null;
  product?:
    | ({
        id: string;
        legacyResourceId?: string;
        productType?: string;
        vendor?: string;
        handle?: string;
        status?: string;
        category?: { id: string; fullName?: string } | null;
        tags?: string[];
        onlineStoreUrl?: string | null;
        collections?: { id: string; title?: string }[];
        featuredMedia?: { preview?: { image?: { url: string } | null } | null } | null;
      } & WithMetafields)
    | null;
  variant?:
    | ({
        id: string;
        legacyResourceId?: string;
        sku?: string | null;
        price?: string;
        compareAtPrice?: string | null;
        selectedOptions?: { name?: string; value?: string }[];
        barcode?: string | null;
        /** Stock of all locations; below 0 if oversold. */
        inventoryQuantity?: number | null;
        inventoryItem?: {
          id: string;
          unitCost?: { amount: string } | null;
          harmonizedSystemCode?: string | null;
          countryCodeOfOrigin?: string | null;
        } | null;
      } & WithMetafields)
    | null;
  customAttributes?: Attribute[];
  /** The bundle's lines share the id. */
  lineItemGroup?: { id: string; title?: string; quantity?: number } | null;
};

export type Refund = {
  id: string;
  legacyResourceId?: string;
  createdAt?: string | null;
  processedAt?: string | null;
  note?: string | null;
  totalRefundedSet?: MoneyBag;
  refundLineItems?: {
    id?: string;
    quantity?: number;
    subtotalSet?: MoneyBag;
    totalTaxSet?: MoneyBag;
    restockType?: string;
    lineItem?: { id: string };
  }[];
  /** Amounts include tax if the order's prices do. */
  refundShippingLines?: { id?: string; subtotalAmountSet?: MoneyBag; taxAmountSet?: MoneyBag }[];
  /** Value of the returned items minus the refund, without tax; below 0 if more was refunded. */
  orderAdjustments?: { id?: string; amountSet?: MoneyBag; taxAmountSet?: MoneyBag }[];
};

export type Fulfillment = {
  id: string;
  status?: string;
  displayStatus?: string | null;
  createdAt?: string;
  deliveredAt?: string | null;
  /** Within its order: #1001-F1. */
  name?: string;
  location?: { name?: string } | null;
  trackingInfo?: { company?: string | null; number?: string | null; url?: string | null }[];
  fulfillmentLineItems?: { id?: string; quantity?: number | null; lineItem?: { id: string } }[];
  events?: { id: string; status?: string; happenedAt?: string }[];
  /** The fulfillment orders it came from. */
  fulfillmentOrders?: { id: string }[];
};

/** The part of an order that one location has to send. */
export type FulfillmentOrder = {
  id: string;
  status?: string;
  assignedLocation?: { name?: string } | null;
  deliveryMethod?: { methodType?: string } | null;
};

export type Transaction = {
  id: string;
  kind?: string;
  status?: string;
  gateway?: string | null;
  /** Readable name of the gateway. */
  formattedGateway?: string | null;
  /** Set only for the platform's own payment service. */
  fees?: { id: string; amount?: { amount: string } }[];
  /** True if made by a test gateway: no money moved. */
  test?: boolean;
  createdAt?: string;
  processedAt?: string | null;
  paymentId?: string | null;
  amountSet?: MoneyBag;
  /** Added to a cash amount by rounding it to a coin; below 0 if rounded down. */
  amountRoundingSet?: MoneyBag | null;
  /** Company and number: only for cards. */
  paymentDetails?: { company?: string | null; number?: string | null; paymentMethodName?: string | null } | null;
};

/** A part of an agreement: a line, shipping, tax, a tip, … */
type Sale = {
  id: string;
  /** After discounts, with tax; below 0 if taken back. */
  totalAmount?: MoneyBag;
};

/** Sales and takings-back of one moment: the order itself, an edit, a refund or a return. */
export type Agreement = {
  id: string;
  __typename?: string;
  happenedAt?: string;
  reason?: string;
  sales?: Sale[];
};

export type Customer = WithMetafields & {
  id: string;
  legacyResourceId?: string;
  displayName?: string;
  firstName?: string | null;
  lastName?: string | null;
  tags?: string[];
  note?: string | null;
  defaultEmailAddress?: { emailAddress?: string; marketingState?: string } | null;
  defaultPhoneNumber?: { phoneNumber?: string } | null;
  defaultAddress?: Address | null;
  createdAt?: string;
  taxExempt?: boolean;
  lastOrder?: { id: string; createdAt?: string } | null;
  /** All-time, a whole number as text. */
  numberOfOrders?: string;
  /** All-time, in the shop's currency. */
  amountSpent?: { amount: string };
  /** All orders that the app may see, in no guaranteed order. */
  orders?: { id: string; createdAt?: string; cancelledAt?: string | null; test?: boolean }[];
};

type Visit = {
  id: string;
  landingPage?: string | null;
  referrerUrl?: string | null;
  utmParameters?: {
    source?: string | null;
    medium?: string | null;
    campaign?: string | null;
    term?: string | null;
    content?: string | null;
  } | null;
};

export type ShippingLine = {
  id?: string | null;
  title?: string;
  code?: string | null;
  originalPriceSet?: MoneyBag;
  discountedPriceSet?: MoneyBag;
  taxLines?: TaxLine[];
};

/** A discount by code, by rule or by hand. */
export type DiscountApplication = {
  /** Set only for discounts by code. */
  code?: string;
  title?: string;
  targetType?: string;
  value?: { percentage?: number; amount?: string; currencyCode?: string };
};

export type Order = WithMetafields & {
  id: string;
  /** Unknown to the platform. Set by the code that makes rows of the order. */
  localStatus?: LocalStatus;
  /** Paths below Order that the platform denies, such as `customer` or `lineItems.nodes.product` (P-1.7). */
  denied?: string[];
  /** Denied paths that a scope would open. The others are protected customer data. */
  lacking?: string[];
  /** Paths that the platform failed to return, although other orders have them (ADR 107). */
  unread?: string[];
  legacyResourceId?: string;
  name?: string;
  /** The number without the shop's prefix and suffix. */
  number?: number;
  /** Given to the customer; not guaranteed to be unique. */
  confirmationNumber?: string | null;
  poNumber?: string | null;
  createdAt?: string;
  /** An imported order's original time. */
  processedAt?: string;
  updatedAt?: string;
  cancelledAt?: string | null;
  cancelReason?: string | null;
  closed?: boolean;
  closedAt?: string | null;
  test?: boolean;
  edited?: boolean;
  /** True if nothing is left to pay. */
  fullyPaid?: boolean;
  email?: string | null;
  phone?: string | null;
  note?: string | null;
  tags?: string[];
  displayFinancialStatus?: string | null;
  displayFulfillmentStatus?: string;
  returnStatus?: string;
  app?: { id: string; name?: string } | null;
  /** `web`, `pos`, `shopify_draft_order`, or the number of an app. */
  sourceName?: string | null;
  /** Language at check-out, `fr-CA`. */
  customerLocale?: string | null;
  paymentGatewayNames?: string[];
  currencyCode?: string;
  presentmentCurrencyCode?: string;
  /** True if prices include taxes. */
  taxesIncluded?: boolean;
  taxExempt?: boolean;
  subtotalPriceSet?: MoneyBag | null;
  currentSubtotalPriceSet?: MoneyBag;
  totalPriceSet?: MoneyBag;
  /** Total at placement, before edits. */
  originalTotalPriceSet?: MoneyBag;
  totalTaxSet?: MoneyBag | null;
  currentTotalTaxSet?: MoneyBag;
  totalDiscountsSet?: MoneyBag | null;
  totalShippingPriceSet?: MoneyBag;
  currentShippingPriceSet?: MoneyBag;
  totalTipReceivedSet?: MoneyBag;
  /** Null without duties. */
  originalTotalDutiesSet?: MoneyBag | null;
  currentTotalDutiesSet?: MoneyBag | null;
  /** Null without fees. */
  originalTotalAdditionalFeesSet?: MoneyBag | null;
  additionalFees?: { id: string; name?: string }[];
  totalReceivedSet?: MoneyBag;
  netPaymentSet?: MoneyBag;
  /** Below 0 if the shop owes the customer. */
  totalOutstandingSet?: MoneyBag;
  totalCapturableSet?: MoneyBag;
  totalRefundedSet?: MoneyBag;
  totalRefundedShippingSet?: MoneyBag;
  currentTotalPriceSet?: MoneyBag;
  taxLines?: TaxLine[];
  statusPageUrl?: string;
  customAttributes?: Attribute[];
  discountCodes?: string[];
  discountApplications?: DiscountApplication[];
  attribution?: { handle?: string | null; displayName?: string | null } | null;
  /** Grams of all units ordered. */
  totalWeight?: string | null;
  /** Grams, without refunded or removed units. */
  currentTotalWeight?: string | null;
  /** Ordered units of goods. */
  subtotalLineItemsQuantity?: number;
  currentSubtotalLineItemsQuantity?: number;
  risk?: { recommendation?: string; assessments?: { riskLevel?: string }[] };
  /** `ready`: false while the platform still collects the visits. */
  customerJourneySummary?: { ready?: boolean; lastVisit?: Visit | null } | null;
  retailLocation?: { name?: string } | null;
  customer?: Customer | null;
  staffMember?: { id: string; name?: string } | null;
  paymentTerms?: {
    id: string;
    paymentTermsName?: string;
    paymentSchedules?: { id: string; dueAt?: string | null; completedAt?: string | null }[];
  } | null;
  /** Set only for B2B orders; we request no fields of individuals. */
  purchasingEntity?: {
    __typename?: string;
    company?: { id: string; name?: string };
    location?: { id: string; name?: string };
  } | null;
  /** Data required by a country's tax and customs rules. */
  localizedFields?: { title?: string; value?: string }[];
  billingAddressMatchesShippingAddress?: boolean;
  shippingAddress?: Address | null;
  billingAddress?: Address | null;
  lineItems?: LineItem[];
  /** Shipping lines without removed ones. */
  shippingLines?: ShippingLine[];
  refunds?: Refund[];
  agreements?: Agreement[];
  transactions?: Transaction[];
  fulfillments?: Fulfillment[];
  fulfillmentOrders?: FulfillmentOrder[];
};
