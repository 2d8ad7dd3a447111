type TabStorage = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;

const prefix = "CHOSEN_ORDERS_KEY:";

/** Orders chosen in this tab on a page (`owner`: account and page), in order of choice. */
export const readSelection = (storage: TabStorage, owner: string): ReadonlySet<string> => {
  try {
    const value: unknown = JSON.parse(storage.getItem(prefix + owner) ?? "[]");
    return new Set(Array.isArray(value) ? value.filter((entry): entry is string => typeof entry === "string") : []);
  } catch {
    // Damaged data counts as empty.
    return new Set();
  }
};

/** Removes an empty choice. With full or blocked storage the page works on without it. */
export const storeSelection = (storage: TabStorage, owner: string, chosen: ReadonlySet<string>): void => {
  try {
    if (chosen.size === 0) storage.removeItem(prefix + owner);
    else storage.setItem(prefix + owner, JSON.stringify([...chosen]));
  } catch (error) {
    console.warn("The chosen orders could not be kept for a reload of this page.", error);
  }
};

/** Clears all shops' choices at logout. */
export const clearSelections = (storage: TabStorage): void => {
  const keys = Array.from({ length: storage.length }, (_, at) => storage.key(at));
  for (const key of keys) if (key?.startsWith(prefix)) storage.removeItem(key);
};
