import { PlatformError } from "../ports/store-platform.ts";

export type Scale = (size: number) => number;

/** The platform refuses a query with MAX_COST_EXCEEDED. */
export class TooCostly extends Error {
  override name = "TooCostly";
}

/** Halves page sizes once if our estimate of a query's cost is too low. */
export type Sizing = { attempt<Result>(send: (scale: Scale) => Promise<Result>): Promise<Result> };

export const createSizing = (): Sizing => {
  let halved = false;
  const scale: Scale = (size) => (halved ? Math.max(1, Math.floor(size / 2)) : size);
  const attempt: Sizing["attempt"] = async (send) => {
    const halvedBefore = halved;
    try {
      return await send(scale);
    } catch (error) {
      if (!(error instanceof TooCostly)) throw error;
      if (halvedBefore) {
        throw new PlatformError(
          "unexpected-answer",
          "The report has more columns than the store platform can answer at once. Hide some slow columns.",
          error.message,
        );
      }
      halved = true;
      return attempt(send);
    }
  };
  return { attempt };
};
