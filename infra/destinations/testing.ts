import { DeliveryFailed, type TestOutcome } from "../ports/destination.ts";
import type { Steps } from "./steps.ts";

/**
 * Runs a test and says how it ended, in the specification's `words`. `attempt` reports the receiver's answer by its callback, and answers a
 * sentence about what the test left behind.
 * @throws the signal's reason, when it aborts
 */
export const testing = async (
  words: { worked: string; failed: string },
  { steps, asked }: { steps: Steps; asked: AbortSignal },
  attempt: (answered: (words: string) => void) => Promise<string | undefined>,
): Promise<TestOutcome> => {
  let answer: string | null = null;
  try {
    const left = await attempt((said) => {
      answer = said;
    });
    return { worked: true, text: words.worked, reason: left ?? null, answer, steps: steps.taken };
  } catch (error) {
    if (asked.aborted || !(error instanceof DeliveryFailed)) throw error;
    return { worked: false, text: words.failed, reason: error.message, answer, steps: steps.taken };
  }
};
