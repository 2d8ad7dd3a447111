/** Refresh interval, ms (S-2.9). */
export const refreshEvery = 300_000;

/** Greatest age of an arriving table, ms. If it looks older, the server's clock differs. */
const oldestAnswer = 60_000;

/** Times in ms since 1970; 0 if never. */
export type Moments = {
  /** Time of the shown orders, by the server's clock. */
  gatheredAt: number;
  /** Time of the last response, by this browser's clock. */
  answeredAt: number;
  failedAt: number;
};

/**
 * Time until the next table is due, ms. Counts from a failure, or from when the last table was gathered: all pages with
 * that table then ask together and cost the store one query.
 */
export const dueIn = ({ gatheredAt, answeredAt, failedAt }: Moments, now: number): number => {
  const last = Math.max(gatheredAt, answeredAt - oldestAnswer, failedAt);
  return Math.max(0, Math.min(refreshEvery, last + refreshEvery - now));
};

type BrowserStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

const keyOf = (reportId: string): string => `LIVE_AUTO_REFRESH_KEY:${reportId}`;

/** This browser's setting for a design's live report (S-2.4). */
export const readAutoRefresh = (storage: BrowserStorage, reportId: string): boolean =>
  storage.getItem(keyOf(reportId)) === "on";

/** Saves the setting. With full or blocked storage it is lost, and the page works on. */
export const keepAutoRefresh = (storage: BrowserStorage, reportId: string, isOn: boolean): void => {
  try {
    if (isOn) storage.setItem(keyOf(reportId), "on");
    else storage.removeItem(keyOf(reportId));
  } catch (error) {
    console.warn("This browser can't remember Auto-refresh for your next visit.", error);
  }
};
