import { z } from "zod";
import { describeGoneChosen, type GoneChosen } from "../../reports/gone-orders.ts";

/** Chosen orders that the store no longer has: see {@link GoneChosen}. */
export const GoneChosenData = z.strictObject({
  Gone: z.number(),
  Of: z.number().describe("How many orders were chosen, each counted once"),
});
export type GoneChosenOnWire = z.infer<typeof GoneChosenData>;

export const goneChosenOnWire = (chosen: GoneChosen | undefined): GoneChosenOnWire | null =>
  chosen ? { Gone: chosen.gone, Of: chosen.of } : null;

/** A sentence for screens about these orders, by {@link describeGoneChosen}; none if there are none. */
export const describeGoneChosenOnWire = (chosen: GoneChosenOnWire | null): string[] =>
  describeGoneChosen(chosen && { gone: chosen.Gone, of: chosen.Of });
