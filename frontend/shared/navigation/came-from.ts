import { isOwnPath } from "./paths.ts";

type TabStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

const key = "CAME_FROM_KEY";

/**
 * Keeps the offline page's way back in the tab. The browser drops the navigation state when a page fails to reload, as
 * it does offline.
 */
export const storeCameFrom = (storage: TabStorage, path: string): void => {
  try {
    storage.setItem(key, path);
  } catch (error) {
    console.warn("The way back could not be kept for a reload of this page.", error);
  }
};

/** The path to return to, one of ours; null if none is kept. */
export const readCameFrom = (storage: TabStorage): string | null => {
  const path = storage.getItem(key);
  return isOwnPath(path) ? path : null;
};

export const clearCameFrom = (storage: TabStorage): void => storage.removeItem(key);
