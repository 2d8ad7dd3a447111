import { LRUCache } from "lru-cache";
import { ApiError } from "#application/http/api-error.ts";
import { secondsInWords } from "#application/text/in-words.ts";

export type Budget = {
  /** @throws {ApiError} 429: more was spent than there was; it says when to try again */
  demand(tenant: string): void;
  /** Says what was spent, once it is known. What goes beyond the budget is waited for. */
  spend(tenant: string, amount: number): void;
};

/** A budget as one call meets it: what was let through once is let through to its end, in however many steps. */
export type CallBudget = {
  /** @throws {ApiError} 429: as {@link Budget} says, the first time it is asked for */
  demand(): void;
  spend(amount: number): void;
};

export const budgetOfCall = (budget: Budget, tenant: string): CallBudget => {
  let isThrough = false;
  return {
    demand: () => {
      if (!isThrough) budget.demand(tenant);
      isThrough = true;
    },
    spend: (amount) => budget.spend(tenant, amount),
  };
};

/** 429: what is said, and to be tried again after so many seconds. */
export const waitFor = (seconds: number, message: string): ApiError =>
  new ApiError({ status: 429, code: "too-many", message, headers: { "retry-after": String(seconds) } });

const hour = 3_600_000;
/** Shops that are kept in mind, in each process; of those beyond, the one that spent longest ago has a full budget again. */
const mostShops = 20_000;

/**
 * What a shop may have kept within an hour: a bucket that is full at first and fills again evenly. It is no quota of what a merchant may
 * own, but an end to what a machine can make us keep for ever; so it is far beyond what people do, and one of each process is enough.
 * `steady`: ms.
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
  const left = new LRUCache<string, { amount: number; at: number }>({ max: mostShops });
  const perMs = anHour / hour;
  const leftOf = (tenant: string): number => {
    const { amount, at } = left.get(tenant) ?? { amount: anHour, at: 0 };
    return Math.min(anHour, amount + (steady() - at) * perMs);
  };
  return {
    demand: (tenant) => {
      const amount = leftOf(tenant);
      if (amount > 0) return;
      const wait = Math.max(1, Math.ceil(-amount / perMs / 1_000));
      throw waitFor(wait, `${sentence} Try again in ${secondsInWords(wait)}.`);
    },
    spend: (tenant, amount) => void left.set(tenant, { amount: leftOf(tenant) - amount, at: steady() }),
  };
};

/** What a shop may spend in an hour, per web process: far beyond what people do. Bytes are counted as characters of JSON. */
export const hourly = { exports: 600, inputs: 50_000_000, changes: 50_000_000, tests: 120 } as const;

/** What a named command that changes nothing, or is refused, leaves for a day (ADR 22), and what is kept around an event; bytes. */
export const ofEntry = 500;

/** The budgets of every shop. */
export type Budgets = { exports: Budget; inputs: Budget; changes: Budget; tests: Budget };

export const createBudgets = (steady: () => number): Budgets => ({
  exports: createBudget({
    anHour: hourly.exports,
    sentence: "Your shop has requested too many reports within an hour.",
    steady,
  }),
  /** What is frozen for reports; kept for weeks after they ended, as they may be made again. */
  inputs: createBudget({
    anHour: hourly.inputs,
    sentence: "Your shop has requested too many reports with many chosen orders or long filters within an hour.",
    steady,
  }),
  /** Events of what its people do, and words in the vault; kept for ever, as the history can be gone back in. */
  changes: createBudget({
    anHour: hourly.changes,
    sentence: "Your shop has made too many changes within an hour.",
    steady,
  }),
  /** Servers of others that are called for a test button, and test runs. */
  tests: createBudget({
    anHour: hourly.tests,
    sentence: "Your shop has made too many tests within an hour.",
    steady,
  }),
});
