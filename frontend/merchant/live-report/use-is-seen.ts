import { useSyncExternalStore } from "react";

const subscribe = (listener: () => void): (() => void) => {
  document.addEventListener("visibilitychange", listener);
  return () => document.removeEventListener("visibilitychange", listener);
};

/** Whether the tab is in sight. */
export const useIsSeen = (): boolean => useSyncExternalStore(subscribe, () => document.visibilityState !== "hidden");
