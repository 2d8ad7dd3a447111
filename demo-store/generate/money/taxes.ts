import type { DemoShop } from "../shops.ts";
import type { TaxLine } from "../types.ts";
import type { Amount, Currencies } from "./money.ts";

export type TaxRate = { title: string; rate: number };
export type Tax = TaxRate & { amount: Amount };

const EUROPE: Record<string, TaxRate[]> = {
  GR: [{ title: "ΦΠΑ", rate: 0.24 }],
  DE: [{ title: "MwSt.", rate: 0.19 }],
  FR: [{ title: "TVA", rate: 0.2 }],
  PL: [{ title: "VAT", rate: 0.23 }],
};
const AMERICA: Record<string, TaxRate[]> = {
  "US-NY": [
    { title: "New York State Tax", rate: 0.04 },
    { title: "New York City Tax", rate: 0.045 },
    { title: "Metropolitan Commuter Transportation District", rate: 0.00375 },
  ],
  "US-CA": [
    { title: "California State Tax", rate: 0.0725 },
    { title: "Los Angeles County Tax", rate: 0.0225 },
  ],
  "US-MA": [{ title: "Massachusetts State Tax", rate: 0.0625 }],
  "US-TX": [
    { title: "Texas State Tax", rate: 0.0625 },
    { title: "Austin Municipal Tax", rate: 0.02 },
  ],
  "CA-QC": [
    { title: "GST", rate: 0.05 },
    { title: "QST", rate: 0.09975 },
  ],
  "CA-ON": [{ title: "HST", rate: 0.13 }],
};
const NONE: TaxRate[] = [];
const JAPAN: TaxRate[] = [{ title: "消費税", rate: 0.1 }];
const NEW_ZEALAND: TaxRate[] = [{ title: "GST", rate: 0.15 }];

/** Returns the tax rates of an address; none if the shop collects no taxes there. */
export const taxRates = (shop: DemoShop, country: string, province: string | null): TaxRate[] => {
  if (shop.currency === "EUR") return EUROPE[country] ?? NONE;
  if (shop.currency === "USD") return AMERICA[`${country}-${province}`] ?? NONE;
  if (country === "JP" && shop.country === "JP") return JAPAN;
  if (country === "NZ" && shop.country === "NZ") return NEW_ZEALAND;
  return NONE;
};

/** Taxes of a net amount. Included taxes are part of it. */
export const taxesOf = (rates: readonly TaxRate[], net: Amount, included: boolean): Tax[] => {
  let whole = 1;
  if (included) for (const { rate } of rates) whole += rate;
  return rates.map(({ title, rate }) => ({
    title,
    rate,
    amount: { s: Math.round((net.s * rate) / whole), p: Math.round((net.p * rate) / whole) },
  }));
};

export const sumOf = (taxes: readonly Tax[]): Amount => {
  const sum = { s: 0, p: 0 };
  for (const { amount } of taxes) {
    sum.s += amount.s;
    sum.p += amount.p;
  }
  return sum;
};

export const taxLine = ({ title, rate, amount }: Tax, money: Currencies): TaxLine => ({
  title,
  rate,
  ratePercentage: Math.round(rate * 1e7) / 1e5,
  priceSet: money.bag(amount),
});

/** Sums taxes by title and rate, in order of appearance. */
export const mergeTaxes = (sources: readonly (readonly Tax[])[]): Tax[] => {
  const result: Tax[] = [];
  for (const taxes of sources)
    for (const tax of taxes) {
      const known = result.find(({ title, rate }) => title === tax.title && rate === tax.rate);
      if (known) known.amount = { s: known.amount.s + tax.amount.s, p: known.amount.p + tax.amount.p };
      else result.push({ ...tax });
    }
  return result;
};
