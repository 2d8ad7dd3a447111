import { shapes } from "./shapes.ts";

/**
 * Column fields that are never null. By hand, so that no schema is loaded at run time. A test checks them against the
 * real schema.
 */
const table: Readonly<Record<string, string>> = {
  AdditionalFee: "name",
  App: "title",
  Attribute: "key",
  AutomaticDiscountApplication: "title",
  Catalog: "title",
  Collection: "handle title",
  Company: "name",
  CompanyLocation: "name",
  Count: "count",
  Customer: `
    amountSpent createdAt displayName legacyResourceId locale numberOfOrders state tags taxExempt
    verifiedEmail`,
  CustomerEmailAddress: "emailAddress marketingState",
  CustomerJourneySummary: "ready",
  CustomerPhoneNumber: "phoneNumber",
  CustomerVisit: "occurredAt source",
  DeliveryMethod: "methodType",
  DiscountAllocation: "allocatedAmountSet",
  DiscountApplication: "targetType value",
  DiscountCodeApplication: "code",
  Duty: "price",
  Fulfillment: "createdAt legacyResourceId name status totalQuantity trackingInfo updatedAt",
  FulfillmentEvent: "happenedAt status",
  FulfillmentLineItem: "lineItem",
  FulfillmentOrder: "assignedLocation status",
  FulfillmentOrderAssignedLocation: "name",
  Image: "url",
  InventoryItem: "tracked",
  LineItem: `
    currentQuantity customAttributes discountAllocations discountedTotalSet
    discountedUnitPriceAfterAllDiscountsSet discountedUnitPriceSet duties isGiftCard name
    nonFulfillableQuantity originalTotalSet originalUnitPriceSet quantity refundableQuantity
    requiresShipping taxLines taxable title totalDiscountSet unfulfilledQuantity`,
  LineItemGroup: "quantity title",
  LineItemSellingPlan: "name",
  LocalizedField: "title value",
  Location: "name",
  MailingAddress: "formatted",
  ManualDiscountApplication: "title",
  Media: "id",
  Metafield: "value",
  MoneyBag: "presentmentMoney shopMoney",
  MoneyV2: "amount currencyCode",
  Order: `
    additionalFees billingAddressMatchesShippingAddress closed confirmed createdAt currencyCode
    currentShippingPriceSet currentSubtotalLineItemsQuantity currentSubtotalPriceSet
    currentTotalPriceSet currentTotalTaxSet currentTotalWeight customAttributes customerAcceptsMarketing
    discountCodes displayFulfillmentStatus edited fulfillments fullyPaid legacyResourceId name
    netPaymentSet number originalTotalPriceSet paymentGatewayNames presentmentCurrencyCode processedAt
    refunds returnStatus risk statusPageUrl subtotalLineItemsQuantity tags taxExempt taxLines
    taxesIncluded test totalCapturableSet totalOutstandingSet totalPriceSet totalReceivedSet
    totalRefundedSet totalRefundedShippingSet totalShippingPriceSet totalTipReceivedSet transactions
    updatedAt`,
  OrderAdjustment: "amountSet taxAmountSet",
  OrderApp: "id name",
  OrderAttribution: "displayName handle",
  OrderRiskAssessment: "facts riskLevel",
  OrderRiskSummary: "assessments recommendation",
  OrderTransaction: "amountSet createdAt fees kind status test",
  PaymentTerms: "paymentTermsName",
  PricingPercentageValue: "percentage",
  Product: "createdAt handle legacyResourceId productType status tags vendor",
  ProductVariant: "inventoryItem legacyResourceId price selectedOptions",
  PurchasingCompany: "company location",
  Refund: "legacyResourceId processedAt totalRefundedSet",
  RefundLineItem: "lineItem quantity restockType subtotalSet totalTaxSet",
  RefundShippingLine: "taxAmountSet",
  RiskFact: "description sentiment",
  Sale: "id totalAmount",
  SalesAgreement: "happenedAt id reason",
  ScriptDiscountApplication: "title",
  SelectedOption: "name value",
  ShippingLine: "discountedPriceSet isRemoved originalPriceSet taxLines title",
  StaffMember: "name",
  TaxLine: "priceSet title",
  TaxonomyCategory: "fullName",
  TransactionFee: "amount taxAmount",
  Weight: "unit value",
};

const nonNullFields: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(table).map(([type, names]) => [type, new Set(names.trim().split(/\s+/))]),
);

/** `node(id:)` finds only objects with an id; an image may have none. */
export const isNonNull = (type: string, field: string): boolean =>
  (field === "id" && shapes[type]?.node === true) || nonNullFields.get(type)?.has(field) === true;
