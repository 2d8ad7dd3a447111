import type { InstallationStore, SubscriptionRecord } from "./state.ts";

const DAY = 86_400_000;
const PENDING_LIFE = 2 * DAY;

export type SubscriptionInput = {
  name: string;
  returnUrl: string;
  test?: boolean | null;
  trialDays?: number | null;
  lineItems: readonly {
    plan: {
      appRecurringPricingDetails?: { interval: string; price: { amount: string; currencyCode: string } } | null;
      appUsagePricingDetails?: { terms: string; cappedAmount: { amount: string; currencyCode: string } } | null;
    };
  }[];
};

/** Statuses after approval: FROZEN while unpaid, then ACTIVE again. */
export const SETTABLE_STATUSES = ["ACTIVE", "FROZEN", "CANCELLED"] as const;
export type SettableStatus = (typeof SETTABLE_STATUSES)[number];

export type BillingOptions = {
  shop: string;
  origin: string;
  state: InstallationStore;
  wall: () => number;
  /** Notifies the app of a new status. */
  onChange: (subscription: SubscriptionRecord) => void;
};

const userError = (field: string[] | null, message: string) => ({
  appSubscription: null,
  confirmationUrl: null,
  userErrors: [{ field, message }],
});

const decimal = (amount: string): string =>
  amount.includes(".") ? amount.replace(/0+$/, "").replace(/\.$/, ".0") : `${amount}.0`;

const planOf = ({ plan }: SubscriptionInput["lineItems"][number]): unknown => {
  const { appRecurringPricingDetails: recurring, appUsagePricingDetails: usage } = plan;
  if (recurring)
    return {
      __typename: "AppRecurringPricing",
      interval: recurring.interval,
      price: { ...recurring.price, amount: decimal(recurring.price.amount) },
    };
  if (!usage) return null;
  const { amount, currencyCode } = usage.cappedAmount;
  return {
    __typename: "AppUsagePricing",
    interval: "EVERY_30_DAYS",
    terms: usage.terms,
    cappedAmount: { amount: decimal(amount), currencyCode },
    balanceUsed: { amount: "0.0", currencyCode },
  };
};

/** The app's charges at one shop (P-2). */
export const createBilling = ({ shop, origin, state, wall, onChange }: BillingOptions) => {
  const own = () => state.of(shop);
  const lapse = (): SubscriptionRecord[] => {
    for (const one of own().subscriptions)
      if (one.status === "PENDING" && Date.parse(one.createdAt) + PENDING_LIFE <= wall()) one.status = "EXPIRED";
    return own().subscriptions;
  };
  const toApiShape = (one: SubscriptionRecord) => ({
    ...one,
    currentPeriodEnd:
      one.activatedAt === null
        ? null
        : `${new Date(Date.parse(one.activatedAt) + (30 + one.trialDays) * DAY).toISOString().slice(0, 19)}Z`,
  });
  const set = (one: SubscriptionRecord, status: SubscriptionRecord["status"]): void => {
    one.status = status;
    state.save();
    onChange(one);
  };
  const pending = (number: string): SubscriptionRecord | undefined =>
    lapse().find((one) => one.id.endsWith(`/${number}`) && one.status === "PENDING");

  return {
    create: (input: SubscriptionInput) => {
      const plans = input.lineItems.map(planOf);
      if (plans.length === 0 || plans.includes(null))
        return userError(["lineItems"], "A line item needs recurring or usage pricing details");
      const prices = input.lineItems.map(({ plan }) => Number(plan.appRecurringPricingDetails?.price.amount ?? 1));
      if (prices.some((price) => !(price > 0)))
        return userError(["lineItems", "0", "price"], "Price must be greater than 0");
      const number = 29_000_000_000 + own().nextId++;
      const record: SubscriptionRecord = {
        id: `gid://shopify/AppSubscription/${number}`,
        name: input.name,
        status: "PENDING",
        test: input.test ?? false,
        trialDays: input.trialDays ?? 0,
        returnUrl: input.returnUrl,
        createdAt: `${new Date(wall()).toISOString().slice(0, 19)}Z`,
        activatedAt: null,
        lineItems: plans.map((pricingDetails, n) => ({
          id: `gid://shopify/AppSubscriptionLineItem/${number}?v=1&index=${n}`,
          plan: { pricingDetails },
        })),
      };
      own().subscriptions.push(record);
      state.save();
      return {
        appSubscription: toApiShape(record),
        confirmationUrl: `${origin}/admin/charges/${number}/confirm_recurring_application_charge`,
        userErrors: [],
      };
    },
    cancel: (id: string) => {
      const one = lapse().find((record) => record.id === id && record.status === "ACTIVE");
      if (!one)
        return {
          appSubscription: null,
          userErrors: [{ field: ["id"], message: "There is no such active subscription" }],
        };
      set(one, "CANCELLED");
      return { appSubscription: toApiShape(one), userErrors: [] };
    },
    pending,
    /** Records the merchant's answer. Returns the address to visit after approval, else null. */
    decide: (number: string, approved: boolean): string | null => {
      const one = pending(number);
      if (!one) return null;
      if (!approved) {
        set(one, "DECLINED");
        return null;
      }
      // A new subscription replaces the previous one.
      for (const other of own().subscriptions) if (other.status === "ACTIVE") set(other, "CANCELLED");
      one.activatedAt = `${new Date(wall()).toISOString().slice(0, 19)}Z`;
      set(one, "ACTIVE");
      const url = new URL(one.returnUrl);
      url.searchParams.set("charge_id", number);
      return url.href;
    },
    active: () =>
      lapse()
        .filter(({ status }) => status === "ACTIVE")
        .map(toApiShape),
    all: () => lapse().map(toApiShape),
    byId: (id: string) => {
      const one = lapse().find((record) => record.id === id);
      return one ? toApiShape(one) : null;
    },
    /**
     * Changes the newest subscription that was ever active, and notifies the app. False if there is none or it has
     * ended for good.
     */
    turn: (status: SettableStatus): boolean => {
      const one = lapse().findLast(({ activatedAt }) => activatedAt !== null);
      if (!one || one.status === "CANCELLED") return false;
      set(one, status);
      return true;
    },
    /** Ends every charge, as uninstalling does. */
    end: (): void => {
      for (const one of lapse()) if (one.status === "ACTIVE" || one.status === "PENDING") one.status = "CANCELLED";
      state.save();
    },
  };
};
export type BillingService = ReturnType<typeof createBilling>;
