import type { LocalStatus } from "../enumerations.ts";
import type { WithMetafields } from "./metafields.ts";

/**
 * An order as the platform's Admin API names it, with connections flattened to arrays. Every field is optional: only what the
 * chosen columns need is fetched. Money is decimal text and stays so.
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
  /** Lines as the country writes them, with the company and without the name. */
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
  /** Of a subscription or an order ahead. */
  sellingPlan?: { name?: string } | null;
  originalUnitPriceSet?: MoneyBag;
  originalTotalSet?: MoneyBag;
  taxLines?: TaxLine[];
  discountAllocations?: { allocatedAmountSet?: MoneyBag }[];
  /** Of one unit. */
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
        /** Over all locations, below 0 where more was sold than there is. */
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
  /** The bundle that the line is a part of; lines of one bundle have one id. */
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
  /** Where the order's prices include tax, so does the subtotal. */
  refundShippingLines?: { id?: string; subtotalAmountSet?: MoneyBag; taxAmountSet?: MoneyBag }[];
  /** How much less was given back than what came back was worth; below 0 where it was more. The tax is not part of the amount. */
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
  /** Which of the order's fulfillment orders it came from. */
  fulfillmentOrders?: { id: string }[];
};

/** What one location is to send of an order. */
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
  /** For people to read. */
  formattedGateway?: string | null;
  /** Of the platform's own payments alone. */
  fees?: { id: string; amount?: { amount: string } }[];
  createdAt?: string;
  processedAt?: string | null;
  paymentId?: string | null;
  amountSet?: MoneyBag;
  /** Company and number are of cards alone. */
  paymentDetails?: { company?: string | null; number?: string | null; paymentMethodName?: string | null } | null;
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
  /** A whole number as text, of all time. */
  numberOfOrders?: string;
  /** All time, in the shop's currency. */
  amountSpent?: { amount: string };
  /** All that the app may see, in no promised order. */
  orders?: { id: string; createdAt?: string; cancelledAt?: string | null; test?: boolean }[];
};

/** A visit to the online store. */
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

/** A discount as it was given, by code, by rule or by hand. */
export type DiscountApplication = {
  /** Of one by code. */
  code?: string;
  title?: string;
  targetType?: string;
  value?: { percentage?: number; amount?: string; currencyCode?: string };
};

export type Order = WithMetafields & {
  id: string;
  /** What the shop says of it: Sheaf's own, of which the platform knows nothing. Put on it by whoever makes rows of it. */
  localStatus?: LocalStatus;
  /** Paths below an order that the platform does not let us read, as `customer` or `lineItems.nodes.product`; absent where it does (P-1.7). */
  denied?: string[];
  /** Those of them that a permission of the shop opens; for the others, protected customer data, a shop has none to give. */
  lacking?: string[];
  /** Paths below this order that the platform failed to give, though it gave them for other orders; absent where it gave all (ADR 107). */
  unread?: string[];
  legacyResourceId?: string;
  name?: string;
  /** Without the shop's prefix and suffix. */
  number?: number;
  /** What the customer is told at check-out; not promised to be unique. */
  confirmationNumber?: string | null;
  /** The customer's own, of a purchase order. */
  poNumber?: string | null;
  createdAt?: string;
  /** Of an order that was brought in from elsewhere: when it was made there. */
  processedAt?: string;
  updatedAt?: string;
  cancelledAt?: string | null;
  cancelReason?: string | null;
  closed?: boolean;
  closedAt?: string | null;
  test?: boolean;
  /** Changed after it was placed. */
  edited?: boolean;
  /** Nothing is left to pay. */
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
  /** Of the check-out, `fr-CA`. */
  customerLocale?: string | null;
  paymentGatewayNames?: string[];
  currencyCode?: string;
  presentmentCurrencyCode?: string;
  /** Whether prices hold their tax. */
  taxesIncluded?: boolean;
  taxExempt?: boolean;
  subtotalPriceSet?: MoneyBag | null;
  currentSubtotalPriceSet?: MoneyBag;
  totalPriceSet?: MoneyBag;
  /** As it was placed, before edits. */
  originalTotalPriceSet?: MoneyBag;
  totalTaxSet?: MoneyBag | null;
  currentTotalTaxSet?: MoneyBag;
  totalDiscountsSet?: MoneyBag | null;
  totalShippingPriceSet?: MoneyBag;
  currentShippingPriceSet?: MoneyBag;
  totalTipReceivedSet?: MoneyBag;
  /** null: the order has no duties. */
  originalTotalDutiesSet?: MoneyBag | null;
  currentTotalDutiesSet?: MoneyBag | null;
  /** null: the order has no fees. */
  originalTotalAdditionalFeesSet?: MoneyBag | null;
  additionalFees?: { id: string; name?: string }[];
  totalReceivedSet?: MoneyBag;
  netPaymentSet?: MoneyBag;
  /** Below 0 where the shop owes the customer. */
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
  /** Without those that were refunded or removed. */
  currentTotalWeight?: string | null;
  /** Units ordered, of goods. */
  subtotalLineItemsQuantity?: number;
  currentSubtotalLineItemsQuantity?: number;
  risk?: { recommendation?: string; assessments?: { riskLevel?: string }[] };
  /** `ready`: false while the platform still puts the visits together. */
  customerJourneySummary?: { ready?: boolean; lastVisit?: Visit | null } | null;
  retailLocation?: { name?: string } | null;
  customer?: Customer | null;
  staffMember?: { id: string; name?: string } | null;
  paymentTerms?: {
    id: string;
    paymentTermsName?: string;
    paymentSchedules?: { id: string; dueAt?: string | null; completedAt?: string | null }[];
  } | null;
  /** Of an order between businesses; a person who buys has nothing that we ask for. */
  purchasingEntity?: {
    __typename?: string;
    company?: { id: string; name?: string };
    location?: { id: string; name?: string };
  } | null;
  /** What the tax and customs of a country ask for. */
  localizedFields?: { title?: string; value?: string }[];
  billingAddressMatchesShippingAddress?: boolean;
  shippingAddress?: Address | null;
  billingAddress?: Address | null;
  lineItems?: LineItem[];
  /** Those that were not removed. */
  shippingLines?: ShippingLine[];
  refunds?: Refund[];
  transactions?: Transaction[];
  fulfillments?: Fulfillment[];
  fulfillmentOrders?: FulfillmentOrder[];
};
