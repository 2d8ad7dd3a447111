import { LRUCache } from "lru-cache";
import { ApiError } from "#application/http/api-error.ts";
import { formatDuration } from "#application/text/format-quantities.ts";

export type Budget = {
  /** @throws {ApiError} 429 with the time to wait */
  assertAvailable(tenant: string): void;
  /** May overdraw the budget; later calls then wait. */
  spend(tenant: string, amount: number): void;
};

/** Budget of one call. Once admitted, it stays so through all its steps. */
export type CallBudget = {
  /** @throws {ApiError} 429, only on the first check */
  assertAvailable(): void;
  spend(amount: number): void;
};

export const createCallBudget = (budget: Budget, tenant: string): CallBudget => {
  let isThrough = false;
  return {
    assertAvailable: () => {
      if (!isThrough) budget.assertAvailable(tenant);
      isThrough = true;
    },
    spend: (amount) => budget.spend(tenant, amount),
  };
};

export const tooManyRequests = (seconds: number, message: string): ApiError =>
  new ApiError({ status: 429, code: "too-many", message, headers: { "retry-after": String(seconds) } });

const hour = 3_600_000;
/** Most shops per process. Beyond it, the shop that spent longest ago gets a full budget again. */
const maxShops = 20_000;

/**
 * Token bucket of a shop's hourly storage; starts full and refills evenly. It bounds scripts, not merchants, so one per
 * process is enough. `steady`: ms.
 */
export const createBudget = ({
  anHour,
  sentence,
  steady,
}: {
  anHour: number;
  sentence: string;
  steady(): number;
}): Budget => {
  const budgetByTenant = new LRUCache<string, { amount: number; at: number }>({ max: maxShops });
  const perMs = anHour / hour;
  const leftOf = (tenant: string): number => {
    const { amount, at } = budgetByTenant.get(tenant) ?? { amount: anHour, at: 0 };
    return Math.min(anHour, amount + (steady() - at) * perMs);
  };
  return {
    assertAvailable: (tenant) => {
      const amount = leftOf(tenant);
      if (amount > 0) return;
      const wait = Math.max(1, Math.ceil(-amount / perMs / 1_000));
      throw tooManyRequests(wait, `${sentence} Try again in ${formatDuration(wait)}.`);
    },
    spend: (tenant, amount) => void budgetByTenant.set(tenant, { amount: leftOf(tenant) - amount, at: steady() }),
  };
};

/** Limits per shop and web process; far above what people do. Bytes are characters of JSON. */
export const hourlyLimits = { exports: 600, inputs: 50_000_000, changes: 50_000_000, tests: 120 } as const;

export const entryOverhead = 500;

export type Budgets = { exports: Budget; inputs: Budget; changes: Budget; tests: Budget };

export const createBudgets = (steady: () => number): Budgets => ({
  exports: createBudget({
    anHour: hourlyLimits.exports,
    sentence: "Your shop has requested too many reports within an hour.",
    steady,
  }),
  /** Frozen inputs, which stay for weeks after their reports. */
  inputs: createBudget({
    anHour: hourlyLimits.inputs,
    sentence: "Your shop has requested too many reports with many chosen orders or long filters within an hour.",
    steady,
  }),
  /** Events of changes, and personal values in the vault. They are kept for ever, so that history can be restored. */
  changes: createBudget({
    anHour: hourlyLimits.changes,
    sentence: "Your shop has made too many changes within an hour.",
    steady,
  }),
  /** Test runs, and test buttons' calls to other people's servers. */
  tests: createBudget({
    anHour: hourlyLimits.tests,
    sentence: "Your shop has made too many tests within an hour.",
    steady,
  }),
});
