import { paths } from "../navigation/paths.ts";

/**
 * An impersonation session that ended in this tab. `console`: its page in the support console; null if there was none.
 */
export type EndedImpersonation = { shop: string; why: string; console: string | null };

type TabStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

const key = "ENDED_LOOK_KEY";

/** Keeps the session's end in its tab, so a reload shows the same message. */
export const storeEndedImpersonation = (storage: TabStorage, look: EndedImpersonation): void => {
  try {
    storage.setItem(key, JSON.stringify(look));
  } catch (error) {
    console.warn("The end of the session won't be shown after a reload.", error);
  }
};

export const clearEndedImpersonation = (storage: TabStorage): void => storage.removeItem(key);

/** Accepts only web addresses, although the server sent the value. */
const webAddress = (value: unknown): string | null =>
  typeof value === "string" && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol) ? value : null;

/** Redirect target for logged-out users: the message about an ended impersonation session, if the tab had one. */
export const getEntryPath = (storage: TabStorage): string =>
  readEndedImpersonation(storage) === null ? paths.login : paths.impersonationEnded;

export const readEndedImpersonation = (storage: TabStorage): EndedImpersonation | null => {
  try {
    const value: unknown = JSON.parse(storage.getItem(key) ?? "null");
    if (typeof value !== "object" || value === null || !("shop" in value) || !("why" in value)) return null;
    const { shop, why } = value;
    if (typeof shop !== "string" || typeof why !== "string") return null;
    return { shop, why, console: "console" in value ? webAddress(value.console) : null };
  } catch {
    // Damaged data counts as absent.
    return null;
  }
};
