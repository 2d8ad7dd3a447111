/** Work that can pause after each step. */
export type InSteps<Result> = Generator<undefined, Result>;

/** Runs all steps without a pause. */
export const atOnce = <Result>(work: InSteps<Result>): Result => {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
};

/** Runs the steps, and yields to the event loop before each (`createBreather`). */
export const breathing = async <Result>(
  work: InSteps<Result>,
  breathe: () => Promise<void> | void,
): Promise<Result> => {
  for (;;) {
    const pause = breathe();
    // Most calls need no wait; awaiting a promise per cell would cost time.
    if (pause) await pause;
    const step = work.next();
    if (step.done) return step.value;
  }
};
