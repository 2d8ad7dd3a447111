import type { Clock } from "../ports/clock.ts";
import { DeliveryFailed, FileDamaged, type Step, type StepName } from "../ports/destination.ts";

/** What a try did, as it does it. */
export type Steps = {
  readonly taken: readonly Step[];
  /** The same, with what is still under way as what failed: of a try that was given up. */
  readonly givenUp: readonly Step[];
  /**
   * Does a step and notes how long it took, also when it fails. `saidNo`: of a failure, that the receiver took nothing. `failedAt`: the name of the step that
   * failed; default: `step`.
   */
  take<Result>(
    step: StepName,
    work: () => Promise<Result>,
    saidNo?: (error: unknown) => boolean,
    failedAt?: (error: unknown) => StepName,
  ): Promise<Result>;
  /** What the step that failed had left at the receiver is gone from there. */
  noteNothingLeft(): void;
};

export const createSteps = (clock: Pick<Clock, "steady">): Steps => {
  const taken: Step[] = [];
  let underWay: { step: StepName; began: number } | undefined;
  const since = (began: number): number => Math.round(clock.steady() - began);
  return {
    taken,
    get givenUp() {
      if (!underWay) return [...taken];
      return [...taken, { step: underWay.step, ms: since(underWay.began), failed: true as const }];
    },
    async take(step, work, saidNo = () => false, failedAt = () => step) {
      const began = clock.steady();
      underWay = { step, began };
      try {
        const result = await work();
        taken.push({ step, ms: since(began) });
        return result;
      } catch (error) {
        const failed = { step: failedAt(error), ms: since(began), failed: true as const };
        taken.push({ ...failed, ...(saidNo(error) ? { nothingLeft: true } : {}) });
        throw error;
      } finally {
        underWay = undefined;
      }
    },
    noteNothingLeft() {
      const last = taken.at(-1);
      if (last?.failed) taken[taken.length - 1] = { ...last, nothingLeft: true };
    },
  };
};

/** A failure with the steps that led to it; anything else as it is. */
export const withSteps = (error: unknown, { givenUp }: Steps): unknown => {
  if (error instanceof FileDamaged) return new FileDamaged(error.message, { steps: givenUp });
  return error instanceof DeliveryFailed
    ? new DeliveryFailed(error.kind, error.message, {
        steps: givenUp,
        reached: error.reached,
        notBefore: error.notBefore,
        final: error.final,
        cause: error.cause,
      })
    : error;
};
