import type { Clock } from "../ports/clock.ts";
import { DeliveryFailed, FileDamaged, type Step, type StepName } from "../ports/destination.ts";

export type Steps = {
  readonly completed: readonly Step[];
  /** Counts a step in progress as failed, for a try that was given up. */
  readonly stepsUntilFailure: readonly Step[];
  /**
   * Records a step's duration, also when it fails. `saidNo`: the receiver accepted nothing. `failedAt`: the failed
   * step; default: `step`.
   */
  runStep<Result>(
    step: StepName,
    work: () => Promise<Result>,
    saidNo?: (error: unknown) => boolean,
    failedAt?: (error: unknown) => StepName,
  ): Promise<Result>;
  /** Marks that nothing of the failed step is left at the receiver. */
  markNothingLeft(): void;
};

export const createSteps = (clock: Pick<Clock, "steady">): Steps => {
  const completedSteps: Step[] = [];
  let underWay: { step: StepName; began: number } | undefined;
  const since = (began: number): number => Math.round(clock.steady() - began);
  return {
    completed: completedSteps,
    get stepsUntilFailure() {
      if (!underWay) return [...completedSteps];
      return [...completedSteps, { step: underWay.step, ms: since(underWay.began), failed: true as const }];
    },
    async runStep(step, work, saidNo = () => false, failedAt = () => step) {
      const began = clock.steady();
      underWay = { step, began };
      try {
        const result = await work();
        completedSteps.push({ step, ms: since(began) });
        return result;
      } catch (error) {
        const failed = { step: failedAt(error), ms: since(began), failed: true as const };
        completedSteps.push({ ...failed, ...(saidNo(error) ? { nothingLeft: true } : {}) });
        throw error;
      } finally {
        underWay = undefined;
      }
    },
    markNothingLeft() {
      const last = completedSteps.at(-1);
      if (last?.failed) completedSteps[completedSteps.length - 1] = { ...last, nothingLeft: true };
    },
  };
};

/** Adds the steps to a failure. Other errors stay unchanged. */
export const withSteps = (error: unknown, { stepsUntilFailure }: Steps): unknown => {
  if (error instanceof FileDamaged) return new FileDamaged(error.message, { steps: stepsUntilFailure });
  return error instanceof DeliveryFailed
    ? new DeliveryFailed(error.kind, error.message, {
        steps: stepsUntilFailure,
        reached: error.reached,
        newlyReached: error.newlyReached,
        refused: error.refused,
        unsendable: error.unsendable,
        inDoubt: error.inDoubt,
        notBefore: error.notBefore,
        final: error.final,
        cause: error.cause,
      })
    : error;
};
