import { DeliveryFailed, type TestOutcome } from "../ports/destination.ts";
import { TooSlow } from "./deadline.ts";
import type { Steps } from "./steps.ts";

const lookupTimeoutText =
  "The name of the server couldn't be looked up in time. Names of your other servers may hold it up. Check them all and try again.";

/**
 * Runs a test and says how it ended, in the specification's `words`. `attempt` passes the receiver's response to its
 * callback, and returns a sentence about anything left behind.
 * @throws the signal's reason, when it aborts
 */
export const runDestinationTest = async (
  words: { worked: string; failed: string },
  { steps, asked }: { steps: Steps; asked: AbortSignal },
  attempt: (answered: (words: string) => void) => Promise<string | undefined>,
): Promise<TestOutcome> => {
  let answer: string | null = null;
  try {
    const left = await attempt((reply) => {
      answer = reply;
    });
    return { worked: true, text: words.worked, reason: left ?? null, answer, steps: steps.completed };
  } catch (error) {
    if (asked.aborted || !(error instanceof DeliveryFailed)) throw error;
    // The receiver got no request.
    const wasAsked = steps.stepsUntilFailure.at(-1)?.step !== "resolved";
    const reason = error instanceof TooSlow && !wasAsked ? lookupTimeoutText : error.message;
    return { worked: false, text: words.failed, reason, answer, steps: steps.stepsUntilFailure };
  }
};
