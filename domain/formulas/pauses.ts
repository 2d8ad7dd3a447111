/** Work that can be left for a while after each of its steps. */
export type InSteps<Result> = Generator<undefined, Result>;

/** All of it at once. */
export const atOnce = <Result>(work: InSteps<Result>): Result => {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
};

/** With a breath before each step (`createBreather`). */
export const breathing = async <Result>(
  work: InSteps<Result>,
  breathe: () => Promise<void> | void,
): Promise<Result> => {
  for (;;) {
    const pause = breathe();
    // Most breaths take no time: a promise for each cell would.
    if (pause) await pause;
    const step = work.next();
    if (step.done) return step.value;
  }
};
