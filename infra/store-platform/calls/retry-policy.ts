import { PlatformError, TooManyUnread } from "../../ports/store-platform.ts";
import type { FailedPaths } from "../documents/partial-failure.ts";
import type { Tools } from "../options.ts";

const maxTries = 6;
const maxThrottled = 100;
const longestWait = 300_000;

export type RetryCause = {
  reason: string;
  /** Wait that the platform requested; otherwise it doubles with every try. */
  ms?: number;
  throttled?: boolean;
  /** Paths that failed, if the rest of the response is good. */
  places?: FailedPaths;
};

export type RetryPolicy = {
  /** @throws {PlatformError} unavailable, when it is one try too many */
  wait(again: RetryCause, signal?: AbortSignal): Promise<void>;
};

export const createUnavailableError = (reason: string): PlatformError =>
  new PlatformError("unavailable", "The store platform isn't answering right now. Try again in a few minutes.", reason);

/**
 * Counts the tries of one request: 6 for faults, far more for throttling, which only means that others are busy too.
 * Waits after faults are 1, 2, 4, 8, 16 s; every wait is extended by up to a quarter.
 */
export const createRetryPolicy = (
  tools: Pick<Tools, "sleep" | "random" | "logger" | "onThrottled">,
  shop: string,
): RetryPolicy => {
  let faults = 0;
  let throttled = 0;
  return {
    wait: async (again, signal) => {
      if (again.throttled) {
        throttled += 1;
        tools.onThrottled(shop, again.reason);
      } else faults += 1;
      const ms = again.ms ?? 1000 * 2 ** (faults - 1);
      if (faults >= maxTries || throttled > maxThrottled || ms > longestWait) {
        throw again.places ? new TooManyUnread(again.reason, again.places.paths) : createUnavailableError(again.reason);
      }
      const jittered = Math.round(ms * (1 + tools.random() / 4));
      tools.logger.debug({ shop, reason: again.reason, ms: jittered }, "waiting for the store platform");
      await tools.sleep(jittered, signal);
    },
  };
};
