import { ColumnCategory, ColumnType } from "../enumerations.ts";
import { wholeOrder } from "./aggregates.ts";
import type { ColumnDefinition } from "./definition.ts";
import { SlowGroup } from "./slow-group.ts";

const text = {
  category: ColumnCategory.Customer,
  type: ColumnType.Text,
  valueKind: "text",
  slowGroup: SlowGroup.None,
  identifier: false,
  total: "none",
} as const;

const noAddress = "Empty for orders without shipping: point of sale, digital goods, pick-up. Personal data.";

/** Who ordered and where it goes. */
export const customerColumns: readonly ColumnDefinition[] = [
  {
    ...text,
    key: "CustomerName",
    title: "Customer name",
    description: "Full name of the customer.",
    note: "Empty for guests without an account. Personal data.",
    fields: ["customer.displayName"],
    level: "order",
    read: (order) => order.customer?.displayName,
    aggregate: wholeOrder,
  },
  {
    ...text,
    key: "ShippingName",
    title: "Shipping name",
    description: "Name in the shipping address.",
    note: noAddress,
    fields: ["shippingAddress.name"],
    level: "order",
    read: (order) => order.shippingAddress?.name,
    aggregate: wholeOrder,
  },
  {
    ...text,
    key: "ShippingAddress1",
    title: "Shipping address 1",
    description: "First line of the shipping address: street and number.",
    note: noAddress,
    fields: ["shippingAddress.address1"],
    level: "order",
    read: (order) => order.shippingAddress?.address1,
    aggregate: wholeOrder,
  },
  {
    ...text,
    key: "ShippingCity",
    title: "Shipping city",
    description: "City of the shipping address.",
    note: noAddress,
    fields: ["shippingAddress.city"],
    level: "order",
    read: (order) => order.shippingAddress?.city,
    aggregate: wholeOrder,
  },
  {
    ...text,
    key: "ShippingZip",
    title: "Shipping postal code",
    description: "Postal code of the shipping address.",
    note: noAddress,
    identifier: true,
    fields: ["shippingAddress.zip"],
    level: "order",
    read: (order) => order.shippingAddress?.zip,
    aggregate: wholeOrder,
  },
  {
    ...text,
    key: "ShippingCountry",
    title: "Shipping country",
    description: "Country of the shipping address.",
    note: "Empty for orders without a shipping address.",
    fields: ["shippingAddress.country"],
    level: "order",
    read: (order) => order.shippingAddress?.country,
    aggregate: wholeOrder,
  },
];
