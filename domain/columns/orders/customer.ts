import { ColumnCategory, ColumnType } from "../../enumerations.ts";
import type { Customer } from "../../orders/order.ts";
import { divideDecimals } from "../../text/decimal.ts";
import { wholeOrder } from "../aggregations.ts";
import { formatYesNo } from "../cells/cells.ts";
import type { CellContext, ColumnDefinition, ColumnSource, Value } from "../definition.ts";
import { SlowGroup } from "../slow-group.ts";

/** Reads the customer; empty for an order without one. */
const fromCustomer = (
  fields: readonly string[],
  read: (customer: Customer, context: CellContext) => Value,
): ColumnSource<"order"> => ({
  fields: fields.map((field) => `customer.${field}`),
  level: "order",
  read: ({ customer }, context) => (customer ? read(customer, context) : null),
  aggregate: wholeOrder,
});

const text = {
  category: ColumnCategory.Customer,
  type: ColumnType.Text,
  valueKind: "text",
  slowGroup: SlowGroup.customer,
  identifier: false,
  total: "none",
} as const;

const name = {
  ...text,
  slowGroup: SlowGroup.None,
  note: "Empty for orders without a customer. Personal data.",
} as const;
const number = { ...text, type: ColumnType.Number, valueKind: "number" } as const;

export const customerColumns: readonly ColumnDefinition[] = [
  {
    ...name,
    key: "CustomerName",
    title: "Customer name",
    description: "Full name of the customer, or the e-mail address or phone number if there is no name.",
    ...fromCustomer(["displayName"], (customer) => customer.displayName),
  },
  {
    ...name,
    key: "CustomerFirstName",
    title: "Customer first name",
    description: "First name of the customer.",
    ...fromCustomer(["firstName"], (customer) => customer.firstName),
  },
  {
    ...name,
    key: "CustomerLastName",
    title: "Customer last name",
    description: "Last name of the customer.",
    ...fromCustomer(["lastName"], (customer) => customer.lastName),
  },
  {
    ...text,
    key: "CustomerEmail",
    title: "Customer email",
    description: "Current e-mail address of the customer.",
    note: "The order's own address is in 'Email'. Personal data.",
    identifier: true,
    ...fromCustomer(["defaultEmailAddress.emailAddress"], (customer) => customer.defaultEmailAddress?.emailAddress),
  },
  {
    ...text,
    key: "CustomerPhone",
    title: "Customer phone",
    description: "Current phone number of the customer.",
    note: "The addresses have their own phone numbers. Personal data.",
    identifier: true,
    ...fromCustomer(["defaultPhoneNumber.phoneNumber"], (customer) => customer.defaultPhoneNumber?.phoneNumber),
  },
  {
    ...text,
    key: "CustomerTags",
    title: "Customer tags",
    description: "Tags of the customer, separated by commas.",
    note: "As they are now.",
    ...fromCustomer(["tags"], (customer) => customer.tags),
  },
  {
    ...text,
    key: "CustomerNote",
    title: "Customer note",
    description: "Note on the customer.",
    note: "As it is now; can hold line breaks.",
    ...fromCustomer(["note"], (customer) => customer.note),
  },
  {
    ...text,
    key: "CustomerAcceptsMarketing",
    title: "Accepts email marketing",
    description:
      "Whether the customer wants marketing e-mails: SUBSCRIBED, NOT_SUBSCRIBED, PENDING, UNSUBSCRIBED or INVALID.",
    note: "As it is now, in the platform's words; empty for customers without an e-mail address.",
    ...fromCustomer(["defaultEmailAddress.marketingState"], (customer) => customer.defaultEmailAddress?.marketingState),
  },
  {
    ...number,
    key: "CustomerOrdersCount",
    title: "Customer orders",
    description: "Orders the customer has placed so far.",
    note: "Not only those in the report. 'Previous orders' counts those before the order.",
    ...fromCustomer(["numberOfOrders"], (customer) => customer.numberOfOrders),
  },
  {
    ...number,
    key: "CustomerTotalSpent",
    title: "Customer total spent",
    description: "Amount the customer has spent so far, in the shop's currency.",
    note: "On all their orders, not only those in the report. Every order shows the same amount, so adding up the column counts it more than once.",
    ...fromCustomer(["amountSpent.amount"], (customer) => customer.amountSpent?.amount),
  },
  {
    ...number,
    key: "CustomerAverageOrder",
    title: "Customer average order",
    description: "What the customer has spent so far, divided by their orders, in the shop's currency.",
    note: "Over all their orders, not only those in the report. Empty for customers without orders.",
    ...fromCustomer(
      ["amountSpent.amount", "numberOfOrders"],
      ({ amountSpent, numberOfOrders }, { currencyDecimals }) =>
        amountSpent === undefined || numberOfOrders === undefined || numberOfOrders === "0"
          ? null
          : divideDecimals(amountSpent.amount, numberOfOrders, currencyDecimals),
    ),
  },
  {
    ...text,
    key: "CustomerId",
    title: "Customer ID",
    description: "The store's internal number of the customer.",
    note: "Empty for orders without a customer.",
    slowGroup: SlowGroup.None,
    identifier: true,
    ...fromCustomer(["legacyResourceId"], ({ legacyResourceId }) => legacyResourceId),
  },
  {
    ...text,
    key: "CustomerCreatedDate",
    title: "Customer since",
    valueKind: "datetime",
    description: "Date and time at which the customer was added to the store.",
    note: "In the shop's time zone; empty for orders without a customer.",
    ...fromCustomer(["createdAt"], ({ createdAt }) => createdAt),
  },
  {
    ...text,
    key: "CustomerTaxExempt",
    title: "Customer tax exempt",
    description: "Yes if the customer is exempt from tax, otherwise No.",
    note: "As it is now. 'Tax exempt' is about the order.",
    ...fromCustomer(["taxExempt"], ({ taxExempt }) => formatYesNo(taxExempt)),
  },
  {
    ...text,
    key: "CustomerLastOrderDate",
    title: "Customer last order date",
    valueKind: "datetime",
    description: "Date and time of the customer's newest order.",
    note: "In the shop's time zone. It can be this order or a later one.",
    ...fromCustomer(["lastOrder.createdAt"], ({ lastOrder }) => lastOrder?.createdAt),
  },
  {
    ...text,
    key: "CustomerAdminUrl",
    linkTitle: "CustomerName",
    title: "Customer admin URL",
    type: ColumnType.Link,
    description: "Address of the customer's page in the store's admin.",
    note: "Opens only for people with access to the store's admin.",
    slowGroup: SlowGroup.None,
    identifier: true,
    ...fromCustomer(["legacyResourceId"], ({ legacyResourceId }, { adminUrl }) =>
      legacyResourceId === undefined ? null : `${adminUrl}/customers/${legacyResourceId}`,
    ),
  },
];
