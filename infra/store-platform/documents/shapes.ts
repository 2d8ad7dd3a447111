import { parseMetafield } from "#domain/orders/metafields.ts";

/**
 * A platform type below Order, by hand, so that no schema is loaded at run time. A test checks it against the real
 * schema. Scalars aren't listed. A type that ends in `Connection` is paged. Plain lists look like objects (without
 * `first` they come whole).
 */
export type Shape = {
  /** True if the type has an id, which we always request. */
  id: boolean;
  /** True if `node(id:)` finds the object. */
  node: boolean;
  /** True for an interface or union: fields below it may be in inline fragments. */
  abstract: boolean;
  /** True if only its owner's connection finds the object, by a search for its id. */
  searched?: true;
  fields: Readonly<Record<string, string>>;
};

type Fields = Readonly<Record<string, string>>;
const plain = (fields: Fields = {}): Shape => ({ id: false, node: false, abstract: false, fields });
const named = (fields: Fields = {}): Shape => ({ id: true, node: false, abstract: false, fields });
const node = (fields: Fields = {}): Shape => ({ id: true, node: true, abstract: false, fields });
const abstract = (fields: Fields = {}, id = false, isNode = false): Shape => ({
  id,
  node: isNode,
  abstract: true,
  fields,
});

const each = (type: string, names: string): Fields =>
  Object.fromEntries(names.split(/\s+/).map((name) => [name, type]));

const orderMoney = each(
  "MoneyBag",
  `cartDiscountAmountSet currentCartDiscountAmountSet currentShippingPriceSet currentSubtotalPriceSet
   currentTotalAdditionalFeesSet currentTotalDiscountsSet currentTotalDutiesSet currentTotalPriceSet currentTotalTaxSet
   netPaymentSet originalTotalAdditionalFeesSet originalTotalDutiesSet originalTotalPriceSet refundDiscrepancySet
   subtotalPriceSet totalCapturableSet totalDiscountsSet totalOutstandingSet totalPriceSet totalReceivedSet totalRefundedSet
   totalRefundedShippingSet totalShippingPriceSet totalTaxSet totalTipReceivedSet`,
);

const lineMoney = each(
  "MoneyBag",
  `discountedTotalSet discountedUnitPriceAfterAllDiscountsSet discountedUnitPriceSet originalTotalSet originalUnitPriceSet
   priceAfterAllDiscountsBeforeTaxesSet totalDiscountSet unfulfilledDiscountedTotalSet unfulfilledOriginalTotalSet`,
);

/** Types with metafields, each its own field (domain/orders/metafields.ts). */
const withMetafields: ReadonlySet<string> = new Set(["Order", "Customer", "Product", "ProductVariant"]);

/** Types of an interface's objects, which their ids may name instead of the interface. */
export const implementations: Readonly<Record<string, readonly string[]>> = {
  SalesAgreement: ["OrderAgreement", "OrderEditAgreement", "RefundAgreement", "ReturnAgreement"],
  Sale: [
    ...["AdditionalFeeSale", "AdjustmentSale", "DutySale", "FeeSale", "GiftCardSale"],
    ...["ProductSale", "ShippingLineSale", "TipSale", "UnknownSale"],
  ],
};

/** A field's type, maybe a `Connection`; undefined for scalars. */
export const getFieldType = (type: string, field: string): string | undefined =>
  shapes[type]?.fields[field] ?? (withMetafields.has(type) && parseMetafield(field) ? "Metafield" : undefined);

export const shapes: Readonly<Record<string, Shape>> = {
  Order: node({
    ...orderMoney,
    ...each("MailingAddress", "billingAddress shippingAddress"),
    ...each("TaxLine", "currentTaxLines taxLines"),
    ...each("Count", "fulfillmentsCount transactionsCount"),
    additionalFees: "AdditionalFee",
    agreements: "SalesAgreementConnection",
    app: "OrderApp",
    attribution: "OrderAttribution",
    cancellation: "OrderCancellation",
    customAttributes: "Attribute",
    customer: "Customer",
    customerJourneySummary: "CustomerJourneySummary",
    discountApplications: "DiscountApplicationConnection",
    disputes: "OrderDisputeSummary",
    fulfillmentOrders: "FulfillmentOrderConnection",
    fulfillments: "Fulfillment",
    lineItems: "LineItemConnection",
    localizedFields: "LocalizedFieldConnection",
    merchantBusinessEntity: "BusinessEntity",
    paymentTerms: "PaymentTerms",
    publication: "Publication",
    purchasingEntity: "PurchasingEntity",
    refunds: "Refund",
    retailLocation: "Location",
    risk: "OrderRiskSummary",
    shippingLines: "ShippingLineConnection",
    staffMember: "StaffMember",
    totalCashRoundingAdjustment: "CashRoundingAdjustment",
    transactions: "OrderTransaction",
  }),
  LineItem: node({
    ...lineMoney,
    customAttributes: "Attribute",
    discountAllocations: "DiscountAllocation",
    duties: "Duty",
    image: "Image",
    lineItemGroup: "LineItemGroup",
    product: "Product",
    sellingPlan: "LineItemSellingPlan",
    taxLines: "TaxLine",
    variant: "ProductVariant",
    weight: "Weight",
  }),
  Product: node({ category: "TaxonomyCategory", collections: "CollectionConnection", featuredMedia: "Media" }),
  ProductVariant: node({ inventoryItem: "InventoryItem", selectedOptions: "SelectedOption" }),
  InventoryItem: node({
    inventoryLevels: "InventoryLevelConnection",
    measurement: "InventoryItemMeasurement",
    unitCost: "MoneyV2",
  }),
  InventoryItemMeasurement: node({ weight: "Weight" }),
  InventoryLevel: node({ location: "Location" }),
  Media: abstract({ preview: "MediaPreviewImage" }, true),
  MediaPreviewImage: plain({ image: "Image" }),
  Refund: node({
    duties: "RefundDuty",
    orderAdjustments: "OrderAdjustmentConnection",
    refundLineItems: "RefundLineItemConnection",
    refundShippingLines: "RefundShippingLineConnection",
    totalRefundedSet: "MoneyBag",
  }),
  RefundLineItem: named({
    ...each("MoneyBag", "priceSet subtotalSet totalTaxSet"),
    lineItem: "LineItem",
    location: "Location",
  }),
  RefundShippingLine: node({ ...each("MoneyBag", "subtotalAmountSet taxAmountSet"), shippingLine: "ShippingLine" }),
  OrderAdjustment: node(each("MoneyBag", "amountSet taxAmountSet")),
  SalesAgreement: { ...abstract({ sales: "SaleConnection" }, true), searched: true },
  Sale: abstract({ totalAmount: "MoneyBag" }, true),
  RefundDuty: plain({ amountSet: "MoneyBag" }),
  Fulfillment: node({
    events: "FulfillmentEventConnection",
    fulfillmentLineItems: "FulfillmentLineItemConnection",
    fulfillmentOrders: "FulfillmentOrderConnection",
    location: "Location",
    service: "FulfillmentService",
    trackingInfo: "FulfillmentTrackingInfo",
  }),
  FulfillmentLineItem: node({ ...each("MoneyBag", "discountedTotalSet originalTotalSet"), lineItem: "LineItem" }),
  FulfillmentOrder: node({
    assignedLocation: "FulfillmentOrderAssignedLocation",
    deliveryMethod: "DeliveryMethod",
    destination: "FulfillmentOrderDestination",
    fulfillmentHolds: "FulfillmentHold",
    lineItems: "FulfillmentOrderLineItemConnection",
  }),
  FulfillmentOrderLineItem: node({ lineItem: "LineItem" }),
  FulfillmentOrderAssignedLocation: plain({ location: "Location" }),
  DeliveryMethod: node({ additionalInformation: "DeliveryMethodAdditionalInformation" }),
  OrderTransaction: node({
    amountRoundingSet: "MoneyBag",
    amountSet: "MoneyBag",
    fees: "TransactionFee",
    location: "Location",
    parentTransaction: "OrderTransaction",
    paymentDetails: "PaymentDetails",
  }),
  TransactionFee: node(each("MoneyV2", "amount taxAmount")),
  Customer: node({
    amountSpent: "MoneyV2",
    defaultAddress: "MailingAddress",
    defaultEmailAddress: "CustomerEmailAddress",
    defaultPhoneNumber: "CustomerPhoneNumber",
    lastOrder: "Order",
    orders: "OrderConnection",
    statistics: "CustomerStatistics",
  }),
  CustomerPhoneNumber: plain({ smsMarketingConsent: "CustomerSmsMarketingConsent" }),
  CustomerJourneySummary: plain({
    ...each("CustomerVisit", "firstVisit lastVisit"),
    moments: "CustomerMomentConnection",
    momentsCount: "Count",
  }),
  CustomerVisit: node({ utmParameters: "UTMParameters" }),
  ShippingLine: named({
    ...each("MoneyBag", "currentDiscountedPriceSet discountedPriceSet originalPriceSet"),
    taxLines: "TaxLine",
  }),
  DiscountApplication: abstract({ value: "PricingValue" }),
  DiscountAllocation: plain({ allocatedAmountSet: "MoneyBag" }),
  TaxLine: plain({ priceSet: "MoneyBag" }),
  Duty: node({ price: "MoneyBag" }),
  AdditionalFee: node({ price: "MoneyBag" }),
  MoneyBag: plain(each("MoneyV2", "presentmentMoney shopMoney")),
  CashRoundingAdjustment: plain(each("MoneyBag", "paymentSet refundSet")),
  Publication: node({ catalog: "Catalog" }),
  Catalog: abstract({}, true, true),
  PaymentTerms: node({ paymentSchedules: "PaymentScheduleConnection" }),
  OrderRiskSummary: plain({ assessments: "OrderRiskAssessment" }),
  OrderRiskAssessment: plain({ facts: "RiskFact", provider: "App" }),
  PurchasingCompany: plain({ company: "Company", location: "CompanyLocation" }),
  CustomerMoment: abstract(),
  PaymentDetails: abstract(),
  PricingValue: abstract(),
  PurchasingEntity: abstract(),
  ...Object.fromEntries(
    `App BusinessEntity Collection Company CompanyLocation FulfillmentEvent FulfillmentHold FulfillmentOrderDestination
     LineItemGroup Location MailingAddress Metafield OrderDisputeSummary PaymentSchedule StaffMember TaxonomyCategory`
      .split(/\s+/)
      .map((type) => [type, node()]),
  ),
  ...Object.fromEntries("FulfillmentService Image OrderApp".split(" ").map((type) => [type, named()])),
  ...Object.fromEntries(
    `Attribute AutomaticDiscountApplication CardPaymentDetails Count CustomerEmailAddress CustomerSmsMarketingConsent
     CustomerStatistics DeliveryMethodAdditionalInformation DiscountCodeApplication FulfillmentTrackingInfo LineItemSellingPlan
     LocalPaymentMethodsPaymentDetails LocalizedField ManualDiscountApplication MoneyV2 OrderAttribution OrderCancellation
     PaypalWalletPaymentDetails PricingPercentageValue RiskFact ScriptDiscountApplication SelectedOption
     ShopPayInstallmentsPaymentDetails UTMParameters Weight`
      .split(/\s+/)
      .map((type) => [type, plain()]),
  ),
};
