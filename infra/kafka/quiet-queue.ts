import { createRequire } from "node:module";

/** What is used of the client's queue of requests to one broker. */
type Queue = {
  pending: readonly unknown[];
  /** ms since 1970. */
  throttledUntil: number;
  throttleCheckTimeoutId: NodeJS.Timeout | null;
  checkPendingRequests(): void;
};

const leastPause = 10;

/**
 * The client looks every millisecond for requests that wait, as long as a connection stands, and asks Node for a timer of a negative time to
 * do it, of which Node warns. It is to look when some wait, and then when the broker allows (ADR 91).
 */
export const calmQueues = (): void => {
  const { prototype } = createRequire(import.meta.url)("kafkajs/src/network/requestQueue") as {
    prototype: { scheduleCheckPendingRequests(this: Queue): void };
  };
  prototype.scheduleCheckPendingRequests = function () {
    if (this.throttleCheckTimeoutId !== null || this.pending.length === 0) return;
    const pause = Math.max(this.throttledUntil - Date.now(), leastPause);
    this.throttleCheckTimeoutId = setTimeout(() => {
      this.throttleCheckTimeoutId = null;
      this.checkPendingRequests();
    }, pause);
  };
};
