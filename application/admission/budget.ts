import { ApiError } from "../http/api-error.ts";
import { formatDuration } from "../text/format-quantities.ts";
import { hourlyBudgets, type Rate, refuseUntil } from "./limits.ts";

export type Budget = {
  /** Refusal with the time to wait, while nothing is left. */
  findRefusal(owner: string): ApiError | undefined;
  /** @throws {ApiError} the refusal */
  assertAvailable(owner: string): void;
  /** May overdraw the budget; later calls then wait. */
  spend(owner: string, amount: number): void;
};

/** Most owners per budget, some 3 MB. Beyond it, the one that spent longest ago gets a full budget again. */
const mostOwners = 20_000;

/**
 * Counts what each owner spends, in bounded memory. One count per process is enough: it bounds scripts, not people.
 * `steady`: ms, as a clock set back would lock everybody out.
 */
export const createBudget = (
  { amount: most, withinMs, atOnce, refusal }: Rate,
  steady: () => number,
  { maxOwners = mostOwners }: { maxOwners?: number } = {},
): Budget & { size(): number } => {
  /** Owners by the time of their last spending; if it all comes back at once, by the start of their window. */
  const spendings = new Map<string, { amount: number; at: number }>();
  const perMs = most / withinMs;

  const spentOf = (owner: string): number => {
    const { amount, at } = spendings.get(owner) ?? { amount: 0, at: 0 };
    const passed = steady() - at;
    if (atOnce) return passed < withinMs ? amount : 0;
    return Math.max(0, amount - passed * perMs);
  };

  const findRefusal = (owner: string): ApiError | undefined => {
    const spent = spentOf(owner);
    if (spent < most) return undefined;
    const ms = atOnce ? (spendings.get(owner)?.at ?? steady()) + withinMs - steady() : (spent - most) / perMs;
    const seconds = Math.max(1, Math.ceil(ms / 1_000));
    return new ApiError(refuseUntil(refusal, `${formatDuration(seconds)}.`, seconds));
  };

  return {
    findRefusal,
    assertAvailable: (owner) => {
      const error = findRefusal(owner);
      if (error) throw error;
    },
    spend: (owner, amount) => {
      const spent = spentOf(owner);
      const continues = atOnce && spent > 0;
      const at = (continues ? spendings.get(owner)?.at : undefined) ?? steady();
      if (!continues) spendings.delete(owner);
      spendings.set(owner, { amount: spent + amount, at });
      for (const oldest of spendings.keys()) {
        if (spentOf(oldest) > 0 && spendings.size <= maxOwners) break;
        spendings.delete(oldest);
      }
    },
    size: () => spendings.size,
  };
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

/** Cost of an entry besides its text, bytes. */
export const entryOverhead = 500;

export type Budgets = Record<keyof typeof hourlyBudgets, Budget>;

export const createBudgets = (steady: () => number): Budgets => ({
  exports: createBudget(hourlyBudgets.exports, steady),
  inputs: createBudget(hourlyBudgets.inputs, steady),
  changes: createBudget(hourlyBudgets.changes, steady),
  tests: createBudget(hourlyBudgets.tests, steady),
});
