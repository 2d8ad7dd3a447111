import { isOwnPath } from "./paths.ts";

type TabStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** Where somebody was, and at which shop; `account`: id of the account, null when nobody was logged in. */
export type PlaceAfterLogin = { path: string; account: string | null };

const key = "AFTER_LOGIN_KEY";

/**
 * Where the next log-in of this tab leads: to where the last one ended. Kept in the tab, since the way back leads over pages of the store.
 * A log-in that follows no such end has the specified target (S-1.2.1).
 */
export const keepAfterLogin = (storage: TabStorage, place: PlaceAfterLogin): void => {
  try {
    storage.setItem(key, JSON.stringify(place));
  } catch (error) {
    console.warn("The next login will lead to the start page.", error);
  }
};

export const forgetAfterLogin = (storage: TabStorage): void => storage.removeItem(key);

const placeIn = (text: string): PlaceAfterLogin | null => {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null || !("path" in value) || !("account" in value)) return null;
    return isOwnPath(value.path)
      ? { path: value.path, account: value.account === null ? null : `${value.account}` }
      : null;
  } catch {
    // Damaged by hand or by another program: as good as not kept.
    return null;
  }
};

/** What was kept, once: a path of our own; null when nothing was, or when it is another shop's. */
export const takeAfterLogin = (storage: TabStorage, account: string): string | null => {
  const place = placeIn(storage.getItem(key) ?? "");
  forgetAfterLogin(storage);
  return place !== null && (place.account === null || place.account === account) ? place.path : null;
};
