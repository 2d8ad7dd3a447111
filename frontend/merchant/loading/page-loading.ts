import { useSyncExternalStore } from "react";

let underway = 0;
const listeners = new Set<() => void>();
const change = (by: number) => {
  underway += by;
  for (const listener of [...listeners]) listener();
};

/** Shows a page's loading in the progress bar. */
export const trackLoading =
  <Module>(load: () => Promise<Module>) =>
  (): Promise<Module> => {
    // React requests the code during rendering, which forbids state updates elsewhere.
    queueMicrotask(() => change(1));
    return load().finally(() => change(-1));
  };

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** True while a page's code loads. */
export const usePageLoading = (): boolean => useSyncExternalStore(subscribe, () => underway > 0);
