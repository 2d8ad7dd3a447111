import { createRequire } from "node:module";

type Queue = {
  pending: readonly unknown[];
  /** Time in ms since 1970. */
  throttledUntil: number;
  throttleCheckTimeoutId: NodeJS.Timeout | null;
  checkPendingRequests(): void;
};

const minPause = 10;

/**
 * The client checks for waiting requests every millisecond, and sets timers of negative length, which Node warns about.
 * Now it checks only while some wait, and when the broker's throttling allows (ADR 91).
 */
export const patchRequestQueue = (): void => {
  const { prototype } = createRequire(import.meta.url)("kafkajs/src/network/requestQueue") as {
    prototype: { scheduleCheckPendingRequests(this: Queue): void };
  };
  prototype.scheduleCheckPendingRequests = function () {
    if (this.throttleCheckTimeoutId !== null || this.pending.length === 0) return;
    const pause = Math.max(this.throttledUntil - Date.now(), minPause);
    this.throttleCheckTimeoutId = setTimeout(() => {
      this.throttleCheckTimeoutId = null;
      this.checkPendingRequests();
    }, pause);
  };
};
