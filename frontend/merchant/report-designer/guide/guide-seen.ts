const key = "DESIGNER_GUIDE_SEEN";

/** True if the guide was closed in this browser. Also true without storage, where it would return forever. */
export const readGuideSeen = (storage: Pick<Storage, "getItem">): boolean => {
  try {
    return storage.getItem(key) !== null;
  } catch {
    return true;
  }
};

export const rememberGuideSeen = (storage: Pick<Storage, "setItem">): void => {
  try {
    storage.setItem(key, "1");
  } catch {
    // Without room it comes back at the next visit.
    console.warn("This browser can't remember that the guide was closed.");
  }
};
