/** Between one table and the next, in milliseconds (S-2.9). */
export const refreshEvery = 300_000;

/** An answer is no older than this when it comes, so a table that looks older comes from a clock that differs from this one. */
const oldestAnswer = 60_000;

/** Moments, in milliseconds since 1970; 0 of what has not happened. */
export type Moments = {
  /** When the orders that are shown were gathered, by the server's clock. */
  gatheredAt: number;
  /** When that answer came, and when one last failed to, by this clock. */
  answeredAt: number;
  failedAt: number;
};

/**
 * Milliseconds until the next table is due: counted from when the last one was gathered, so that pages that show the same one ask for the next
 * together and cost one question to the store; after one that failed from then.
 */
export const dueIn = ({ gatheredAt, answeredAt, failedAt }: Moments, now: number): number => {
  const last = Math.max(gatheredAt, answeredAt - oldestAnswer, failedAt);
  return Math.max(0, Math.min(refreshEvery, last + refreshEvery - now));
};

type BrowserStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

const keyOf = (reportId: string): string => `LIVE_AUTO_REFRESH_KEY:${reportId}`;

/** Whether the live report of a design refreshes by itself, as this browser remembers it (S-2.4). */
export const readAutoRefresh = (storage: BrowserStorage, reportId: string): boolean =>
  storage.getItem(keyOf(reportId)) === "on";

/** A full or closed storage remembers nothing, and the page works on. */
export const keepAutoRefresh = (storage: BrowserStorage, reportId: string, isOn: boolean): void => {
  try {
    if (isOn) storage.setItem(keyOf(reportId), "on");
    else storage.removeItem(keyOf(reportId));
  } catch (error) {
    console.warn("Auto-refresh could not be remembered for the next visit.", error);
  }
};
