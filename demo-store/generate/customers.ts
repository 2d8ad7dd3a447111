import { customerId, gid, partId } from "./ids.ts";
import { createRandom, fraction, mix, type Random } from "./random.ts";
import type { DemoShop } from "./shops.ts";
import type { DemoAddress, DemoCustomer } from "./types.ts";
import { COMPANIES, COUNTRIES, type Country } from "./words/sample-texts.ts";

export type Channel = "web" | "pos" | "draft" | "market";

/** Channel of an order: 80 % web, 10 % point of sale, 4 % drafts, 6 % a marketplace. */
export const channelAt = (shop: DemoShop, index: number): Channel => {
  const draw = fraction(shop.seed, index, 21);
  return draw < 0.8 ? "web" : draw < 0.9 ? "pos" : draw < 0.94 ? "draft" : "market";
};

const isGuest = (shop: DemoShop, index: number): boolean => {
  const draw = fraction(shop.seed, index, 22);
  return draw < { web: 0.04, pos: 0.5, draft: 0.1, market: 0.2 }[channelAt(shop, index)];
};

/**
 * The buyers of all orders, computed as far as requested. By order: its customer, its rank, and the customer's previous
 * order. By customer: the newest order. One list per customer took three times the memory.
 */
type Members = { customerOf: number[]; rankOf: number[]; previousOf: number[]; newestOf: number[] };
const membersOfShop = new WeakMap<DemoShop, Members>();

const membersUpTo = (shop: DemoShop, index: number): Members => {
  let members = membersOfShop.get(shop);
  if (!members) {
    members = { customerOf: [], rankOf: [], previousOf: [], newestOf: [] };
    membersOfShop.set(shop, members);
  }
  const { customerOf, rankOf, previousOf, newestOf } = members;
  for (let i = customerOf.length; i <= index; i++) {
    if (isGuest(shop, i)) {
      customerOf.push(-1);
      rankOf.push(0);
      previousOf.push(-1);
      continue;
    }
    let customer = -1;
    if (i > 0 && fraction(shop.seed, i, 23) < 0.34) {
      const back = 1 + Math.floor(fraction(shop.seed, i, 24) * Math.min(i, 600));
      customer = customerOf[i - back] ?? -1;
    }
    if (customer < 0) customer = newestOf.length;
    const previous = newestOf[customer] ?? -1;
    customerOf.push(customer);
    rankOf.push((rankOf[previous] ?? 0) + 1);
    previousOf.push(previous);
    newestOf[customer] = i;
  }
  return members;
};

/** Number of the order's customer; -1 for a guest. */
export const customerOfOrder = (shop: DemoShop, index: number): number =>
  membersUpTo(shop, index).customerOf[index] ?? -1;

/** Rank of an order among its customer's orders, from 1; 0 for a guest. */
export const rankOfOrder = (shop: DemoShop, index: number): number => membersUpTo(shop, index).rankOf[index] ?? 0;

/** Indices of a customer's orders below a count, oldest first. */
export const ordersOfCustomer = (shop: DemoShop, customer: number, count: number): number[] => {
  if (count <= 0) return [];
  const { newestOf, previousOf } = membersUpTo(shop, count - 1);
  const indices: number[] = [];
  for (let index = newestOf[customer] ?? -1; index >= 0; index = previousOf[index] ?? -1)
    if (index < count) indices.push(index);
  return indices.reverse();
};

export type Person = {
  customer: DemoCustomer;
  country: Country;
  company: string | null;
  phone: string;
  random: Random;
};

export const countryAt = (shop: DemoShop, random: Random): Country => {
  let total = 0;
  for (const [, weight] of shop.countries) total += weight;
  let draw = random.next() * total;
  for (const [code, weight] of shop.countries) {
    draw -= weight;
    if (draw < 0) return COUNTRIES[code];
  }
  return COUNTRIES[shop.country];
};

const ASCII = /[^a-z]/g;
const plain = (text: string): string => text.normalize("NFD").toLowerCase().replace(ASCII, "");

export const phoneOf = (country: Country, number: number): string =>
  `${country.phone}${String(number % 100).padStart(2, "0")}`;

/** A customer's default address, from the customer's own random numbers. Most have one. */
const homeOf = (
  shop: DemoShop,
  number: number,
  person: Omit<AddressOptions, "index" | "position">,
): DemoAddress | null => {
  const random = createRandom(mix(shop.seed, 6_000_000 + number));
  if (random.chance(0.15)) return null;
  const id = gid("MailingAddress", 34_000_000_000_000 + number);
  return { ...addressOf(random, { ...person, index: 0, position: 0 }), id };
};

export const customerAt = (shop: DemoShop, number: number): Person => {
  const random = createRandom(mix(shop.seed, 3_000_000 + number));
  const country = countryAt(shop, random);
  const firstName = random.pick(country.first);
  const lastName = random.pick(country.last);
  const company = random.chance(0.12) ? random.pick(COMPANIES) : null;
  const phone = phoneOf(country, number);
  const withMail = !random.chance(0.05);
  const withPhone = random.chance(0.4);
  const marketing = random.next();
  const id = customerId(number);
  const name = plain(firstName) || "customer";
  return {
    country,
    company,
    phone,
    random,
    customer: {
      id: gid("Customer", id),
      legacyResourceId: String(id),
      firstName,
      lastName,
      displayName: `${firstName} ${lastName}`,
      defaultEmailAddress: withMail
        ? {
            emailAddress: `${name}.${number}@example.com`,
            marketingState: marketing < 0.4 ? "SUBSCRIBED" : marketing < 0.9 ? "NOT_SUBSCRIBED" : "UNSUBSCRIBED",
          }
        : null,
      defaultPhoneNumber: withPhone ? { phoneNumber: phone.replaceAll(" ", "") } : null,
      note: random.chance(0.06) ? "Prefers e-mail.\nNever call before 10:00." : null,
      tags: random.chance(0.2) ? (random.chance(0.3) ? ["vip", "=review"] : ["newsletter"]) : [],
      locale: country.locale,
      state: random.chance(0.4) ? "ENABLED" : "DISABLED",
      verifiedEmail: withMail,
      taxExempt: random.chance(0.02),
      createdAt: "2023-09-01T08:00:00Z",
      defaultAddress: homeOf(shop, number, { country, firstName, lastName, company, phone }),
      metafields: random.chance(0.1)
        ? [
            {
              id: gid("Metafield", 32_000_000_000_000 + number),
              namespace: "custom",
              key: "birthday",
              value: "1990-02-28",
              type: "date",
            },
          ]
        : [],
    },
  };
};

export type AddressOptions = {
  index: number;
  position: number;
  country: Country;
  firstName: string | null;
  lastName: string;
  company: string | null;
  phone: string | null;
};

export const addressOf = (random: Random, options: AddressOptions): DemoAddress => {
  const { country, firstName, lastName, company } = options;
  const [city, zip, province, provinceCode, latitude, longitude] = random.pick(country.cities);
  const address1 = `${random.pick(country.streets)} ${random.int(1, 240)}`;
  const address2 = random.chance(0.2)
    ? random.pick(["Apt. 4", "c/o Weiß", "=2nd floor", "Hinterhaus, links", "B/12"])
    : null;
  const located = random.chance(0.9);
  const formatted = company === null ? [address1] : [company, address1];
  if (address2 !== null) formatted.push(address2);
  formatted.push(zip === null ? city : `${zip} ${city}`, country.name);
  return {
    id: gid("MailingAddress", partId("MailingAddress", options.index, options.position)),
    name: firstName === null ? lastName : `${firstName} ${lastName}`,
    firstName,
    lastName,
    company,
    address1,
    address2,
    city,
    zip,
    province,
    provinceCode,
    country: country.name,
    countryCodeV2: country.code,
    phone: options.phone,
    latitude: located ? latitude : null,
    longitude: located ? longitude : null,
    formatted,
  };
};
