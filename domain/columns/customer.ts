import { ColumnCategory, ColumnType } from "../enumerations.ts";
import type { ColumnDefinition } from "./definition.ts";
import { orderText } from "./per-grouping.ts";
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
    values: orderText((order) => order.customer?.displayName),
  },
  {
    ...text,
    key: "ShippingName",
    title: "Shipping name",
    description: "Name in the shipping address.",
    note: noAddress,
    fields: ["shippingAddress.name"],
    values: orderText((order) => order.shippingAddress?.name),
  },
  {
    ...text,
    key: "ShippingAddress1",
    title: "Shipping address 1",
    description: "First line of the shipping address: street and number.",
    note: noAddress,
    fields: ["shippingAddress.address1"],
    values: orderText((order) => order.shippingAddress?.address1),
  },
  {
    ...text,
    key: "ShippingCity",
    title: "Shipping city",
    description: "City of the shipping address.",
    note: noAddress,
    fields: ["shippingAddress.city"],
    values: orderText((order) => order.shippingAddress?.city),
  },
  {
    ...text,
    key: "ShippingZip",
    title: "Shipping postal code",
    description: "Postal code of the shipping address.",
    note: noAddress,
    identifier: true,
    fields: ["shippingAddress.zip"],
    values: orderText((order) => order.shippingAddress?.zip),
  },
  {
    ...text,
    key: "ShippingCountry",
    title: "Shipping country",
    description: "Country of the shipping address.",
    note: "Empty for orders without a shipping address.",
    fields: ["shippingAddress.country"],
    values: orderText((order) => order.shippingAddress?.country),
  },
];
