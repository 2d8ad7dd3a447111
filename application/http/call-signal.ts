import type { Response } from "express";
import { PlatformError } from "#infra/ports/store-platform.ts";
import { ApiError } from "./api-error.ts";

/** ms that a person waits for the store platform, in all: tries again, waits and fresh tokens included. */
const personWaits = 10_000;

/** Calls back when the time of a call is over; the answer takes that back. */
export type StartDeadline = (over: () => void) => () => void;

export const tenSeconds: StartDeadline = (over) => {
  const timer = setTimeout(over, personWaits);
  return () => clearTimeout(timer);
};

/**
 * The signal of one call, which everything that is asked of the platform for it carries. It aborts when the time is over, with the
 * sentence for the person who waits, and when the client goes away: then nobody would read an answer.
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
        `no answer within ${personWaits / 1000} s`,
      ),
    ),
  );
  response.once("close", () => {
    stopDeadline();
    // An abort costs an error with its stack, and closed is every answer in the end.
    if (response.writableFinished) return;
    // 499 is what proxies write for it; nobody receives it.
    stopped.abort(new ApiError({ status: 499, code: "gone", message: "The client went away before the answer." }));
  });
  return stopped.signal;
};
