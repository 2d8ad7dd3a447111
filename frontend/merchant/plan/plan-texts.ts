import { trialDays } from "#domain/tiers/tiers.ts";
import type { ChargeState } from "#domain/wire/account/account.ts";
import type { ShopPlan } from "#domain/wire/account/plan.ts";
import { formatDayOf } from "../../shared/time/shop-time.ts";

/** `$9.00 USD`, as stores write prices with their currency. `price`: decimal text. */
export const formatPrice = (price: string, currency: string): string => {
  const amount = new Intl.NumberFormat("en-US", { style: "currency", currency, currencyDisplay: "narrowSymbol" });
  return `${amount.format(Number(price))} ${currency}`;
};

type Payment = Pick<ShopPlan, "Charge" | "TrialEnd" | "IsWaived" | "IsFrozen" | "StillPays">;

const describeActive = (
  { Price, Currency }: ChargeState,
  trialEnd: string | null,
  now: number,
  zone: string,
): string => {
  const price = `${formatPrice(Price ?? "0.00", Currency)} every 30 days, on your store's bill.`;
  return trialEnd !== null && Date.parse(trialEnd) > now
    ? `Free until ${formatDayOf(trialEnd, zone)}. Then ${price}`
    : price;
};

/** Up to three sentences on what the shop pays. `now`: ms since the epoch. */
export const describePayment = (payment: Payment, now: number, zone: string): string => {
  const { Charge, TrialEnd, IsWaived, IsFrozen, StillPays } = payment;
  if (IsWaived && Charge.Status === "none") return "Our support has waived the charge. You pay nothing.";
  if (Charge.Status === "active") return describeActive(Charge, TrialEnd, now, zone);
  if (Charge.Price === null) return "Log in again, and we'll find the plan that fits your store.";
  const price = formatPrice(Charge.Price, Charge.Currency);
  if (IsFrozen) return `Your store's bill is frozen, so its charge of ${price} every 30 days is on hold.`;
  if (StillPays !== null)
    return `${describeActive({ ...Charge, Price: StillPays }, TrialEnd, now, zone)} This plan costs ${price}. Your store asks you to approve that at your next login.`;
  return `Free for ${trialDays} days. Then ${price} every 30 days, on your store's bill. You haven't approved this in your store yet.`;
};
