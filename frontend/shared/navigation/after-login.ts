import { isOwnPath } from "./paths.ts";

type TabStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** The last page and its shop. */
export type PageAfterLogin = {
  path: string;
  /** Id; null if nobody was logged in. */
  account: string | null;
};

const key = "AFTER_LOGIN_KEY";

/**
 * Keeps the target of this tab's next login: the page where the last session ended. The tab keeps it, since the way
 * back leads over the store's pages. Any other login has the specified target (S-1.2.1).
 */
export const storeAfterLogin = (storage: TabStorage, place: PageAfterLogin): void => {
  try {
    storage.setItem(key, JSON.stringify(place));
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

/** Returns the kept path once, if it is our own. Null if none, or if another shop's. */
export const consumeAfterLogin = (storage: TabStorage, account: string): string | null => {
  const place = parsePage(storage.getItem(key) ?? "");
  clearAfterLogin(storage);
  return place !== null && (place.account === null || place.account === account) ? place.path : null;
};
