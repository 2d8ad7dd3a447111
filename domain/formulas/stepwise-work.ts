/** Work that can pause after each step. */
export type StepwiseWork<Result> = Generator<undefined, Result>;

/** Runs all steps without a pause. */
export const runToCompletion = <Result>(work: StepwiseWork<Result>): Result => {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
};

/** Yields to the event loop before each step (`createYieldToEventLoop`). */
export const runYielding = async <Result>(
  work: StepwiseWork<Result>,
  yieldToEventLoop: () => Promise<void> | void,
): Promise<Result> => {
  for (;;) {
    const pause = yieldToEventLoop();
    // Most calls need no wait, and a promise per cell would cost time.
    if (pause) await pause;
    const step = work.next();
    if (step.done) return step.value;
  }
};
