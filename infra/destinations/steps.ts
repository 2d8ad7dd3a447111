import type { Clock } from "../ports/clock.ts";
import { DeliveryFailed, type Step, type StepName } from "../ports/destination.ts";

/** What a try did, as it does it. */
export type Steps = {
  readonly taken: readonly Step[];
  /** Does a step and notes how long it took, also when it fails. */
  take<Result>(step: StepName, work: () => Promise<Result>): Promise<Result>;
};

export const createSteps = (clock: Pick<Clock, "steady">): Steps => {
  const taken: Step[] = [];
  return {
    taken,
    async take(step, work) {
      const began = clock.steady();
      const ms = () => Math.round(clock.steady() - began);
      try {
        const result = await work();
        taken.push({ step, ms: ms() });
        return result;
      } catch (error) {
        taken.push({ step, ms: ms(), failed: true });
        throw error;
      }
    },
  };
};

/** A failure with the steps that led to it; anything else as it is. */
export const withSteps = (error: unknown, { taken }: Steps): unknown =>
  error instanceof DeliveryFailed
    ? new DeliveryFailed(error.kind, error.message, { steps: [...taken], reached: error.reached })
    : error;
