import type { Response } from "express";
import { PlatformError } from "#infra/ports/store-platform.ts";
import { ApiError } from "./api-error.ts";

/** Longest wait of a person for the store platform, ms, with retries, pauses and token refreshes. */
const callTimeout = 10_000;

/** Calls `over` at a call's deadline. Returns a function that cancels it. */
export type StartDeadline = (over: () => void) => () => void;

export const startCallTimeout: StartDeadline = (over) => {
  const timer = setTimeout(over, callTimeout);
  return () => clearTimeout(timer);
};

/**
 * Creates the signal of one call's platform requests. It aborts when the client goes away, or at the deadline with a
 * message for the user.
 */
export const callSignal = (
  response: Pick<Response, "once" | "writableFinished">,
  startDeadline: StartDeadline,
): AbortSignal => {
  const stopped = new AbortController();
  const stopDeadline = startDeadline(() =>
    stopped.abort(
      new PlatformError(
        "unavailable",
        "The store platform is taking too long to answer. Try again in a minute.",
        `no answer within ${callTimeout / 1000} s`,
      ),
    ),
  );
  response.once("close", () => {
    stopDeadline();
    // Every response closes in the end, and an abort costs an error with its stack.
    if (response.writableFinished) return;
    // Nobody receives it. 499 is the proxies' status for this.
    stopped.abort(new ApiError({ status: 499, code: "gone", message: "The client went away before the answer." }));
  });
  return stopped.signal;
};
