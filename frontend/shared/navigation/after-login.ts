import { isOwnPath } from "./paths.ts";

type TabStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

export type PageAfterLogin = {
  path: string;
  /** The shop's id; null if nobody was logged in. */
  account: string | null;
};

const key = "AFTER_LOGIN_KEY";

/**
 * Keeps the page where this tab's session ended as the target of its next login, which leads over the platform's pages.
 * Other logins have the specified target (S-1.2.1).
 */
export const storeAfterLogin = (storage: TabStorage, page: PageAfterLogin): void => {
  try {
    storage.setItem(key, JSON.stringify(page));
  } catch (error) {
    console.warn("The next login will lead to the start page.", error);
  }
};

export const clearAfterLogin = (storage: TabStorage): void => storage.removeItem(key);

const parsePage = (text: string): PageAfterLogin | null => {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null || !("path" in value) || !("account" in value)) return null;
    return isOwnPath(value.path)
      ? { path: value.path, account: value.account === null ? null : `${value.account}` }
      : null;
  } catch {
    // Damaged data counts as absent.
    return null;
  }
};

/** Returns the kept path once. Null if there is none, if it isn't ours, or if it is another shop's. */
export const consumeAfterLogin = (storage: TabStorage, account: string): string | null => {
  const page = parsePage(storage.getItem(key) ?? "");
  clearAfterLogin(storage);
  return page !== null && (page.account === null || page.account === account) ? page.path : null;
};
