import { z } from "zod";
import { describeGoneChosen, type GoneChosen } from "../../reports/gone-orders.ts";

/** See {@link GoneChosen}. */
export const GoneChosenData = z.strictObject({
  Gone: z.number(),
  Of: z.number().describe("How many orders were chosen, each counted once"),
});
export type GoneChosenOnWire = z.infer<typeof GoneChosenData>;

export const goneChosenOnWire = (chosen: GoneChosen | undefined): GoneChosenOnWire | null =>
  chosen ? { Gone: chosen.gone, Of: chosen.of } : null;

/** Follows {@link describeGoneChosen}, for screens. */
export const describeGoneChosenOnWire = (chosen: GoneChosenOnWire | null): string[] =>
  describeGoneChosen(chosen && { gone: chosen.Gone, of: chosen.Of });
