const key = "DESIGNER_GUIDE_SEEN";

/** Whether the guide was closed in this browser; also where a browser keeps nothing, since it would come back for ever. */
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
    console.warn("This browser cannot keep that the guide was closed.");
  }
};
