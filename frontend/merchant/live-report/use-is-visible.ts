import { useSyncExternalStore } from "react";

const subscribe = (listener: () => void): (() => void) => {
  document.addEventListener("visibilitychange", listener);
  return () => document.removeEventListener("visibilitychange", listener);
};

export const useIsVisible = (): boolean => useSyncExternalStore(subscribe, () => document.visibilityState !== "hidden");
