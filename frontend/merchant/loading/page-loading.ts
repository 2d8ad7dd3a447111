import { useSyncExternalStore } from "react";

let underway = 0;
const listeners = new Set<() => void>();
const change = (by: number) => {
  underway += by;
  for (const listener of [...listeners]) listener();
};

/** A loader of a page's code that tells the bar at the top of the window while it works. */
export const tracked =
  <Module>(load: () => Promise<Module>) =>
  (): Promise<Module> => {
    // React asks for the code while it renders, when nothing else may be told to render.
    queueMicrotask(() => change(1));
    return load().finally(() => change(-1));
  };

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Whether the code of a page is on its way. */
export const usePageLoading = (): boolean => useSyncExternalStore(subscribe, () => underway > 0);
