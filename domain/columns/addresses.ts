import { ColumnCategory, ColumnType } from "../enumerations.ts";
import type { Address } from "../orders/order.ts";
import { wholeOrder } from "./aggregations.ts";
import { formatYesNo } from "./cells/cells.ts";
import type { Atom, ColumnDefinition } from "./definition.ts";
import { SlowGroup } from "./slow-group.ts";

/**
 * A part of an address; each address has a column for it. The address's name precedes the title and follows the
 * description.
 */
type Part = {
  key: string;
  title: string;
  description: string;
  /** A note besides that about orders without the address. */
  note?: string;
  identifier?: boolean;
  /** False for mere country or province data. */
  personal: boolean;
  number?: boolean;
  field: keyof Address;
  read(address: Address): Atom;
};

const text = (
  field: Exclude<keyof Address, "formatted" | "latitude" | "longitude">,
  key: string,
  title: string,
  description: string,
  more: Partial<Part> = {},
): Part => ({ key, title, description, personal: true, field, read: (address) => address[field], ...more });

const region = { personal: false, note: "Many countries have none." };

const parts: readonly Part[] = [
  text("name", "Name", "name", "Name on"),
  text("firstName", "FirstName", "first name", "First name on"),
  text("lastName", "LastName", "last name", "Last name on"),
  text("company", "Company", "company", "Company on"),
  text("address1", "Address1", "address 1", "Street and number, the first line of"),
  text("address2", "Address2", "address 2", "Flat, floor or building, the second line of"),
  text("city", "City", "city", "City of"),
  text("zip", "Zip", "postal code", "Postal code of", { identifier: true }),
  text("province", "Province", "province", "Province, state or region of", region),
  text("provinceCode", "ProvinceCode", "province code", "Short code of the province, state or region in", {
    ...region,
    identifier: true,
  }),
  text("country", "Country", "country", "Country of", { personal: false }),
  text("countryCodeV2", "CountryCode", "country code", "Two-letter country code in", {
    personal: false,
    identifier: true,
  }),
  text("phone", "Phone", "phone", "Phone number on", { identifier: true }),
  {
    key: "FullAddress",
    title: "full address",
    description: "All lines of",
    note: "In the order usual in its country, separated by commas.",
    personal: true,
    field: "formatted",
    // Lists drop duplicates, and two lines of an address may be equal.
    read: ({ formatted }) => formatted?.filter((line) => line !== "").join(", "),
  },
];

/** JavaScript uses exponents below a millionth of a degree (11 cm); those become 0. */
const degrees = (value: number | null | undefined): Atom =>
  typeof value === "number" ? (Math.abs(value) < 0.000_001 ? "0" : String(value)) : null;

const coordinate = { personal: true, number: true, note: "Only if the platform could locate the address." };

const coordinates: readonly Part[] = [
  {
    ...coordinate,
    key: "Latitude",
    title: "latitude",
    description: "Degrees north of the equator, negative to the south, of",
    field: "latitude",
    read: ({ latitude }) => degrees(latitude),
  },
  {
    ...coordinate,
    key: "Longitude",
    title: "longitude",
    description: "Degrees east of Greenwich, negative to the west, of",
    field: "longitude",
    read: ({ longitude }) => degrees(longitude),
  },
];

type Kind = {
  word: "Shipping" | "Billing";
  field: "shippingAddress" | "billingAddress";
  category: ColumnCategory;
  /** Note about orders without this address. */
  empty: string;
};

/** A missing address leaves all of its columns empty. */
const addressColumns = ({ word, field, category, empty }: Kind, some: readonly Part[]): ColumnDefinition[] =>
  some.map((part) => ({
    key: `${word}${part.key}`,
    title: `${word} ${part.title}`,
    category,
    type: part.number ? ColumnType.Number : ColumnType.Text,
    valueKind: part.number ? "number" : "text",
    description: `${part.description} the ${word.toLowerCase()} address.`,
    note: [part.note, empty, part.personal && "Personal data."].filter(Boolean).join(" "),
    slowGroup: SlowGroup.None,
    identifier: part.identifier ?? false,
    total: "none",
    fields: [`${field}.${part.field}`],
    level: "order",
    read: ({ [field]: address }) => (address ? part.read(address) : null),
    aggregate: wholeOrder,
  }));

export const shippingColumns = addressColumns(
  {
    word: "Shipping",
    field: "shippingAddress",
    category: ColumnCategory.Customer,
    empty: "Empty for orders without shipping: point of sale, digital goods, pick-up.",
  },
  [...parts, ...coordinates],
);

export const billingColumns: readonly ColumnDefinition[] = [
  ...addressColumns(
    {
      word: "Billing",
      field: "billingAddress",
      category: ColumnCategory.BillingAddress,
      empty: "Empty for orders without a billing address, as at the point of sale.",
    },
    parts,
  ),
  {
    key: "BillingSameAsShipping",
    title: "Billing same as shipping",
    category: ColumnCategory.BillingAddress,
    type: ColumnType.Text,
    valueKind: "text",
    description: "Yes if the billing address is the shipping address, otherwise No.",
    note: "Also No if one of them is missing.",
    slowGroup: SlowGroup.None,
    identifier: false,
    total: "none",
    fields: ["billingAddressMatchesShippingAddress"],
    level: "order",
    read: (order) => formatYesNo(order.billingAddressMatchesShippingAddress),
    aggregate: wholeOrder,
  },
];
