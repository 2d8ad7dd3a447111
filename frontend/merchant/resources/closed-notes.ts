/** Storage keys of notes that stay away in this browser once they are closed. */
const keys = {
  designerGuide: "DESIGNER_GUIDE_SEEN",
  /** Offers the column Local status on the live page. */
  statusOffer: "LOCAL_STATUS_OFFER_CLOSED",
  /** Explains local statuses where the column is shown. */
  statusHint: "LOCAL_STATUS_HINT_CLOSED",
} as const;

export type ClosableNote = keyof typeof keys;

/** True if the note was closed in this browser, and without storage, where it would come back forever. */
export const readNoteClosed = (storage: Pick<Storage, "getItem">, note: ClosableNote): boolean => {
  try {
    return storage.getItem(keys[note]) !== null;
  } catch {
    return true;
  }
};

export const rememberNoteClosed = (storage: Pick<Storage, "setItem">, note: ClosableNote): void => {
  try {
    storage.setItem(keys[note], "1");
  } catch {
    // Without room the note comes back at the next visit.
    console.warn("This browser can't remember that the note was closed.");
  }
};
