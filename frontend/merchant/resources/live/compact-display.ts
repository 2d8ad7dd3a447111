import { useSyncExternalStore } from "react";

/** Storage key of `liveCompactDisplay` (S-2.3.11). The setting exists only in this browser, not on the server. */
const key = "LIVE_COMPACT_KEY";

const listeners = new Set<() => void>();
/** The choice made on this page; wins over storage, which may be unavailable. Null: read storage. */
let override: boolean | null = null;

const isCompact = (): boolean => override ?? window.localStorage.getItem(key) === "on";

const notify = () => {
  for (const listener of [...listeners]) listener();
};

const setCompact = (next: boolean): void => {
  override = next;
  try {
    if (next) window.localStorage.setItem(key, "on");
    else window.localStorage.removeItem(key);
  } catch (error) {
    console.warn("This browser can't remember the compact display for your next visit.", error);
  }
  notify();
};

const onStorageEvent = (event: StorageEvent) => {
  if (event.key !== key) return;
  override = null;
  notify();
};

const subscribe = (listener: () => void): (() => void) => {
  if (listeners.size === 0) window.addEventListener("storage", onStorageEvent);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener("storage", onStorageEvent);
  };
};

/** This browser's compact display setting of live reports, and its setter. */
export const useCompactDisplay = (): { isCompact: boolean; setCompact: (next: boolean) => void } => ({
  isCompact: useSyncExternalStore(subscribe, isCompact),
  setCompact,
});
