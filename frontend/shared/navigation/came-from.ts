import { isOwnPath } from "./paths.ts";

type TabStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

const key = "CAME_FROM_KEY";

/**
 * Where the offline page leads back to, kept in the tab: the browser forgets the state of an address whose page could not be loaded
 * again, and a reload without a connection is just that.
 */
export const keepCameFrom = (storage: TabStorage, path: string): void => {
  try {
    storage.setItem(key, path);
  } catch (error) {
    console.warn("The way back could not be kept for a reload of this page.", error);
  }
};

/** A path of our own; null when none is kept. */
export const readCameFrom = (storage: TabStorage): string | null => {
  const path = storage.getItem(key);
  return isOwnPath(path) ? path : null;
};

export const forgetCameFrom = (storage: TabStorage): void => storage.removeItem(key);
