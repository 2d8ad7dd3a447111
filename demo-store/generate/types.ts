import type { DemoFulfillment, DemoFulfillmentOrder, DemoLocation } from "./delivery-types.ts";
import type { CancelReason, DemoVisit, FinancialStatus, FulfillmentStatus, SaleLineType } from "./words/order-enums.ts";

/**
 * The demo store's orders as plain objects, in the platform's names and value formats (Admin API 2026-10). Connections
 * are arrays. Decimals are text with at least one decimal and no other trailing zeros ("55.0"). Instants are UTC with
 * seconds, 64-bit numbers are text, ids are gids.
 */

export type Money = { amount: string; currencyCode: string };
export type MoneyBag = { shopMoney: Money; presentmentMoney: Money };
export type Attribute = { key: string; value: string | null };
/** `rate` as a fraction: 0.24. */
export type TaxLine = { title: string; rate: number; ratePercentage: number; priceSet: MoneyBag };
export type Metafield = { id: string; namespace: string; key: string; value: string; type: string };
export type Image = { url: string; altText: string | null };

export type DemoAddress = {
  id: string;
  name: string;
  firstName: string | null;
  lastName: string;
  company: string | null;
  address1: string;
  address2: string | null;
  city: string;
  zip: string | null;
  province: string | null;
  provinceCode: string | null;
  country: string;
  countryCodeV2: string;
  phone: string | null;
  latitude: number | null;
  longitude: number | null;
  /** Lines of the address with the company and without the name, as the API formats by default. */
  formatted: string[];
};

/** A customer without history (numberOfOrders, amountSpent, orders): see `customerHistory(shop, id, now)`. */
export type DemoCustomer = {
  id: string;
  legacyResourceId: string;
  firstName: string | null;
  lastName: string | null;
  displayName: string;
  defaultEmailAddress: {
    emailAddress: string;
    marketingState: "SUBSCRIBED" | "NOT_SUBSCRIBED" | "UNSUBSCRIBED";
  } | null;
  defaultPhoneNumber: { phoneNumber: string } | null;
  note: string | null;
  tags: string[];
  locale: string;
  state: "DISABLED" | "ENABLED";
  verifiedEmail: boolean;
  taxExempt: boolean;
  createdAt: string;
  defaultAddress: DemoAddress | null;
  metafields: Metafield[];
};

export type DemoProduct = {
  id: string;
  legacyResourceId: string;
  title: string;
  handle: string;
  productType: string;
  /** From the platform's product taxonomy. */
  category: { id: string; name: string; fullName: string } | null;
  vendor: string;
  tags: string[];
  status: "ACTIVE" | "ARCHIVED";
  isGiftCard: boolean;
  createdAt: string;
  onlineStoreUrl: string | null;
  featuredMedia: { id: string; preview: { image: Image } } | null;
  collections: { id: string; title: string; handle: string }[];
  metafields: Metafield[];
};

export type DemoVariant = {
  id: string;
  legacyResourceId: string;
  /** "Default Title" for a product without options. */
  title: string;
  sku: string | null;
  barcode: string | null;
  price: string;
  /** Price before a sale; null if not on sale. */
  compareAtPrice: string | null;
  selectedOptions: { name: string; value: string }[];
  inventoryQuantity: number;
  inventoryItem: {
    id: string;
    tracked: boolean;
    unitCost: Money | null;
    harmonizedSystemCode: string | null;
    countryCodeOfOrigin: string | null;
  };
  metafields: Metafield[];
};

export type DemoDiscountApplication = {
  __typename: "DiscountCodeApplication" | "AutomaticDiscountApplication" | "ManualDiscountApplication";
  index: number;
  allocationMethod: "ACROSS" | "EACH";
  targetSelection: "ALL" | "EXPLICIT";
  targetType: "LINE_ITEM" | "SHIPPING_LINE";
  /** Set for a discount code. */
  code?: string;
  /** Set for an automatic or manual discount. */
  title?: string;
  description?: string | null;
  value:
    | { __typename: "PricingPercentageValue"; percentage: number }
    | { __typename: "MoneyV2"; amount: string; currencyCode: string };
};

export type DemoLineItem = {
  id: string;
  title: string;
  /** "Linen shirt - Blue / M". */
  name: string;
  /** Null for a product without options. */
  variantTitle: string | null;
  sku: string | null;
  vendor: string | null;
  /** Units ordered, even if an edit removed the line. */
  quantity: number;
  /** Units without those refunded and removed. */
  currentQuantity: number;
  refundableQuantity: number;
  unfulfilledQuantity: number;
  /** Units removed, or refunded before fulfillment. */
  nonFulfillableQuantity: number;
  requiresShipping: boolean;
  taxable: boolean;
  isGiftCard: boolean;
  originalUnitPriceSet: MoneyBag;
  originalTotalSet: MoneyBag;
  totalDiscountSet: MoneyBag;
  /** Total before order-level discounts. */
  discountedTotalSet: MoneyBag;
  discountedUnitPriceSet: MoneyBag;
  discountedUnitPriceAfterAllDiscountsSet: MoneyBag;
  /** Line-level and order-level shares, together the line's whole discount. `index`: the application's. */
  discountAllocations: { allocatedAmountSet: MoneyBag; index: number }[];
  taxLines: TaxLine[];
  duties: { id: string; harmonizedSystemCode: string; price: MoneyBag }[];
  weight: { value: number; unit: "GRAMS" | "KILOGRAMS" | "POUNDS" | "OUNCES" } | null;
  image: Image | null;
  customAttributes: Attribute[];
  /** Set for a subscription. */
  sellingPlan: { name: string } | null;
  lineItemGroup: { id: string; title: string; quantity: number } | null;
  /** Null if the product was deleted since, or for a custom line. */
  product: DemoProduct | null;
  variant: DemoVariant | null;
};

export type DemoShippingLine = {
  id: string;
  title: string;
  code: string | null;
  source: string;
  carrierIdentifier: string | null;
  isRemoved: boolean;
  originalPriceSet: MoneyBag;
  discountedPriceSet: MoneyBag;
  discountAllocations: { allocatedAmountSet: MoneyBag; index: number }[];
  taxLines: TaxLine[];
};

export type DemoTransaction = {
  id: string;
  kind: "AUTHORIZATION" | "CAPTURE" | "SALE" | "REFUND" | "VOID";
  status: "SUCCESS" | "PENDING" | "FAILURE";
  gateway: string;
  formattedGateway: string;
  test: boolean;
  createdAt: string;
  processedAt: string | null;
  paymentId: string | null;
  amountSet: MoneyBag;
  fees: { id: string; amount: Money; taxAmount: Money }[];
  paymentDetails: {
    __typename: "CardPaymentDetails";
    company: string;
    number: string;
    wallet: "APPLE_PAY" | "GOOGLE_PAY" | null;
  } | null;
  parentTransaction: { id: string } | null;
};

export type DemoRefundLineItem = {
  id: string;
  quantity: number;
  restockType: "RETURN" | "CANCEL" | "NO_RESTOCK";
  restocked: boolean;
  location: DemoLocation | null;
  lineItem: { id: string };
  priceSet: MoneyBag;
  /** Value after discounts; with tax if the order's prices include it. */
  subtotalSet: MoneyBag;
  totalTaxSet: MoneyBag;
};

/** totalRefundedSet = lines' subtotals + shipping subtotals (+ their taxes if prices exclude tax) - adjustments. */
export type DemoRefund = {
  id: string;
  legacyResourceId: string;
  createdAt: string;
  processedAt: string;
  note: string | null;
  totalRefundedSet: MoneyBag;
  refundLineItems: DemoRefundLineItem[];
  refundShippingLines: {
    id: string;
    shippingLine: { id: string };
    subtotalAmountSet: MoneyBag;
    taxAmountSet: MoneyBag;
  }[];
  /** Negative if more was refunded than the lines and shipping explain. */
  orderAdjustments: {
    id: string;
    reason: "REFUND_DISCREPANCY";
    amountSet: MoneyBag;
    taxAmountSet: MoneyBag;
  }[];
  transactions: { id: string }[];
};

export type DemoSale = {
  __typename: string;
  id: string;
  actionType: "ORDER" | "RETURN";
  lineType: SaleLineType;
  /** Below 0 for units taken back. */
  quantity: number | null;
  totalAmount: MoneyBag;
};

export type DemoAgreement = {
  __typename: string;
  id: string;
  happenedAt: string;
  reason: "ORDER" | "ORDER_EDIT" | "REFUND";
  sales: DemoSale[];
};

/**
 * Exact to the minor unit in both currencies: subtotal = Σ lines (original total - allocations); shipping = Σ
 * discounted prices of lines not removed; tax = Σ tax lines of lines and shipping; total = subtotal + shipping + (tax
 * unless included) + duties + fees + tip. The `current…` amounts exclude removed and refunded units and refunded
 * shipping.
 */
export type DemoOrder = {
  id: string;
  legacyResourceId: string;
  name: string;
  number: number;
  confirmationNumber: string;
  createdAt: string;
  processedAt: string;
  updatedAt: string;
  closed: boolean;
  closedAt: string | null;
  cancelledAt: string | null;
  cancelReason: CancelReason | null;
  confirmed: boolean;
  fullyPaid: boolean;
  test: boolean;
  edited: boolean;
  email: string | null;
  phone: string | null;
  note: string | null;
  poNumber: string | null;
  tags: string[];
  customAttributes: Attribute[];
  displayFinancialStatus: FinancialStatus;
  displayFulfillmentStatus: FulfillmentStatus;
  returnStatus: "NO_RETURN" | "RETURNED";
  currencyCode: string;
  presentmentCurrencyCode: string;
  taxesIncluded: boolean;
  taxExempt: boolean;
  customerLocale: string | null;
  customerAcceptsMarketing: boolean;
  sourceName: string;
  app: { id: string; name: string };
  attribution: { handle: string; displayName: string } | null;
  publication: { id: string; catalog: { id: string; title: string } } | null;
  retailLocation: DemoLocation | null;
  staffMember: { id: string; name: string } | null;
  paymentTerms: {
    id: string;
    paymentTermsName: string;
    paymentSchedules: { id: string; dueAt: string | null; completedAt: string | null }[];
  } | null;
  purchasingEntity:
    | { __typename: "PurchasingCompany"; company: { id: string; name: string }; location: { id: string; name: string } }
    | (DemoCustomer & { __typename: "Customer" })
    | null;
  localizedFields: { countryCode: string; key: string; purpose: "TAX" | "SHIPPING"; title: string; value: string }[];
  paymentGatewayNames: string[];
  discountCode: string | null;
  discountCodes: string[];
  discountApplications: DemoDiscountApplication[];
  subtotalPriceSet: MoneyBag;
  currentSubtotalPriceSet: MoneyBag;
  totalPriceSet: MoneyBag;
  originalTotalPriceSet: MoneyBag;
  currentTotalPriceSet: MoneyBag;
  totalTaxSet: MoneyBag;
  currentTotalTaxSet: MoneyBag;
  totalDiscountsSet: MoneyBag;
  totalShippingPriceSet: MoneyBag;
  currentShippingPriceSet: MoneyBag;
  totalRefundedSet: MoneyBag;
  totalRefundedShippingSet: MoneyBag;
  totalReceivedSet: MoneyBag;
  netPaymentSet: MoneyBag;
  totalOutstandingSet: MoneyBag;
  totalCapturableSet: MoneyBag;
  totalTipReceivedSet: MoneyBag;
  originalTotalDutiesSet: MoneyBag | null;
  originalTotalAdditionalFeesSet: MoneyBag | null;
  currentTotalDutiesSet: MoneyBag | null;
  additionalFees: { id: string; name: string; price: MoneyBag }[];
  /** Taxes summed by title and rate over lines and shipping. */
  taxLines: TaxLine[];
  /** Weight in grams. */
  totalWeight: string;
  currentTotalWeight: string;
  subtotalLineItemsQuantity: number;
  currentSubtotalLineItemsQuantity: number;
  customer: DemoCustomer | null;
  shippingAddress: DemoAddress | null;
  billingAddress: DemoAddress | null;
  billingAddressMatchesShippingAddress: boolean;
  customerJourneySummary: {
    ready: boolean;
    customerOrderIndex: number | null;
    daysToConversion: number | null;
    firstVisit: DemoVisit | null;
    lastVisit: DemoVisit | null;
  } | null;
  risk: {
    recommendation: "ACCEPT" | "CANCEL" | "INVESTIGATE" | "NONE";
    assessments: {
      riskLevel: "HIGH" | "LOW" | "MEDIUM" | "NONE" | "PENDING";
      provider: { id: string; title: string } | null;
      facts: { description: string; sentiment: "NEGATIVE" | "NEUTRAL" | "POSITIVE" }[];
    }[];
  };
  statusPageUrl: string;
  shippingLines: DemoShippingLine[];
  lineItems: DemoLineItem[];
  refunds: DemoRefund[];
  /** Computed when it is read. */
  readonly agreements: DemoAgreement[];
  transactions: DemoTransaction[];
  fulfillments: DemoFulfillment[];
  fulfillmentOrders: DemoFulfillmentOrder[];
  metafields: Metafield[];
};
