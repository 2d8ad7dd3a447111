import type { Address } from "../orders/order.ts";

/** A made-up person in a real town. */
export type Person = { firstName: string; lastName: string; tags: readonly string[]; note: string; address: Address };

type Place = Pick<
  Address,
  "city" | "zip" | "province" | "provinceCode" | "country" | "countryCodeV2" | "latitude" | "longitude"
>;

const person = (
  [firstName, lastName]: readonly [string, string],
  address1: string,
  place: Place,
  more: { company?: string; address2?: string; tags?: readonly string[]; note?: string } = {},
): Person => ({
  firstName,
  lastName,
  tags: more.tags ?? [],
  note: more.note ?? "",
  address: {
    ...place,
    name: `${firstName} ${lastName}`,
    firstName,
    lastName,
    company: more.company ?? null,
    address1,
    address2: more.address2 ?? null,
    // A number reserved for fiction.
    phone: "+1 202-555-0143",
    formatted: [more.company, address1, more.address2, `${place.zip} ${place.city}`, place.country].filter(
      (line) => line !== undefined && line !== null,
    ),
  },
});

const athens: Place = {
  ...{ city: "Athens", zip: "105 57", province: "Attica", provinceCode: "I", country: "Greece", countryCodeV2: "GR" },
  ...{ latitude: 37.9715, longitude: 23.7267 },
};
const lyon: Place = {
  ...{ city: "Lyon", zip: "69002", province: null, provinceCode: null, country: "France", countryCodeV2: "FR" },
  ...{ latitude: 45.7578, longitude: 4.832 },
};
const portland: Place = {
  ...{ city: "Portland", zip: "97205", province: "Oregon", provinceCode: "OR" },
  ...{ country: "United States", countryCodeV2: "US", latitude: 45.5202, longitude: -122.6742 },
};
const leeds: Place = {
  ...{ city: "Leeds", zip: "LS1 4DY", province: "England", provinceCode: "ENG" },
  ...{ country: "United Kingdom", countryCodeV2: "GB", latitude: 53.7974, longitude: -1.5438 },
};

export const people: readonly Person[] = [
  person(["Eleni", "Sample"], "12 Ermou St", athens, { tags: ["newsletter", "VIP"], note: "Prefers to be called." }),
  person(["Hugo", "Exemple"], "4 Rue Mercière", lyon, { address2: "2nd floor" }),
  person(["Mary", "Sample"], "801 SW Park Ave", portland, { company: "Sample Studio", tags: ["wholesale"] }),
  person(["Tom", "Sample"], "7 Park Row", leeds, { note: "Asked for paper invoices." }),
];
