/** ms (S-2.9). */
export const refreshEvery = 300_000;

/** Oldest age of an arriving answer, ms. A table that looks older comes from a server with a different clock. */
const oldestAnswer = 60_000;

/** ms since 1970; 0 if it never happened. */
export type Moments = {
  /** The shown orders' time, by the server's clock. */
  gatheredAt: number;
  /** By this clock. */
  answeredAt: number;
  failedAt: number;
};

/**
 * ms until the next table is due. Counts from when the last one was gathered, so all pages with it ask together and
 * cost the store one query. After a failure it counts from then.
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

/** With full or closed storage the setting is lost, and the page works on. */
export const keepAutoRefresh = (storage: BrowserStorage, reportId: string, isOn: boolean): void => {
  try {
    if (isOn) storage.setItem(keyOf(reportId), "on");
    else storage.removeItem(keyOf(reportId));
  } catch (error) {
    console.warn("Auto-refresh could not be remembered for the next visit.", error);
  }
};
