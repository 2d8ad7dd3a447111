import { storageKeys } from "./session.ts";

type HistoryStorage = Pick<Storage, "getItem" | "setItem">;

/** Shops that logged in here, newest first. */
export const readLoginHistory = (storage: HistoryStorage): string[] => {
  try {
    const value: unknown = JSON.parse(storage.getItem(storageKeys.loginHistory) ?? "[]");
    return Array.isArray(value) ? value.filter((entry): entry is string => typeof entry === "string") : [];
  } catch {
    // The list is a mere convenience, so a damaged one starts again.
    return [];
  }
};

export const forgetLogin = (storage: HistoryStorage, shop: string): void => {
  const others = readLoginHistory(storage).filter((entry) => entry !== shop);
  storage.setItem(storageKeys.loginHistory, JSON.stringify(others));
};

/** Adds a shop; the list keeps up to 10 distinct names (S-1.4). */
export const rememberLogin = (storage: HistoryStorage, shop: string): void => {
  const others = readLoginHistory(storage).filter((entry) => entry !== shop);
  storage.setItem(storageKeys.loginHistory, JSON.stringify([shop, ...others].slice(0, 10)));
};
