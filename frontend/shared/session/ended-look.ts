import { paths } from "../navigation/paths.ts";

/** A look of support that has ended in this tab: at which shop, why, and the address of its page at the console; null where there was none. */
export type EndedLook = { shop: string; why: string; console: string | null };

type TabStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

const key = "ENDED_LOOK_KEY";

/** Kept in the tab, which was opened for it: a reload of what says that it ended says so again. */
export const keepEndedLook = (storage: TabStorage, look: EndedLook): void => {
  try {
    storage.setItem(key, JSON.stringify(look));
  } catch (error) {
    console.warn("That the look has ended will not be said after a reload.", error);
  }
};

export const forgetEndedLook = (storage: TabStorage): void => storage.removeItem(key);

/** The server said it when the look began, and nothing but a page of the web is opened all the same. */
const webAddress = (value: unknown): string | null =>
  typeof value === "string" && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol) ? value : null;

/** Where whoever is not logged in is led in a tab: to what says that the look ended that it was opened for, if any. */
export const entranceIn = (storage: TabStorage): string =>
  readEndedLook(storage) === null ? paths.login : paths.lookEnded;

/** What was kept; null when nothing was. */
export const readEndedLook = (storage: TabStorage): EndedLook | null => {
  try {
    const value: unknown = JSON.parse(storage.getItem(key) ?? "null");
    if (typeof value !== "object" || value === null || !("shop" in value) || !("why" in value)) return null;
    const { shop, why } = value;
    if (typeof shop !== "string" || typeof why !== "string") return null;
    return { shop, why, console: "console" in value ? webAddress(value.console) : null };
  } catch {
    // Damaged by hand or by another program: as good as not kept.
    return null;
  }
};
