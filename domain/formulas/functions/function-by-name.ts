import { aggregateFunctions } from "./aggregate.ts";
import { dateFunctions } from "./dates.ts";
import type { FormulaFunction } from "./function.ts";
import { logicFunctions } from "./logic.ts";
import { mathFunctions } from "./math.ts";
import { positionFunctions } from "./position-functions.ts";
import { textFunctions } from "./text.ts";

export const functionByName: ReadonlyMap<string, FormulaFunction> = new Map(
  Object.entries({
    ...logicFunctions,
    ...mathFunctions,
    ...aggregateFunctions,
    ...textFunctions,
    ...dateFunctions,
    ...positionFunctions,
  }),
);
