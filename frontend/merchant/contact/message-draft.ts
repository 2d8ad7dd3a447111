type DraftStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

const keyOf = (accountId: string): string => `CONTACT_DRAFT_KEY:${accountId}`;

/** The unsent message of a shop, as it was left; empty when there is none. */
export const readDraft = (storage: DraftStorage, accountId: string): string => storage.getItem(keyOf(accountId)) ?? "";

/** Keeps an unsent message; an empty one is forgotten. A full or closed storage keeps none, and the page works on. */
export const keepDraft = (storage: DraftStorage, accountId: string, message: string): void => {
  try {
    if (message === "") storage.removeItem(keyOf(accountId));
    else storage.setItem(keyOf(accountId), message);
  } catch (error) {
    console.warn("The draft of the message could not be kept in this browser.", error);
  }
};
