import { createComparer, toBoolean } from "../values/coerce.ts";
import { type ErrorValue, isError, isNumber, toErrorValue, type Value } from "../values/value.ts";
import type { Argument, FormulaFunction } from "./function.ts";

/** Collects booleans. Skips texts and empty cells in references. */
const booleansOf = (given: readonly Argument[]): boolean[] | ErrorValue => {
  const found: boolean[] = [];
  for (const argument of given) {
    for (const value of argument.cells().flat()) {
      if (argument.isReference && (value === null || typeof value === "string")) continue;
      const truth = toBoolean(value);
      if (isError(truth)) return truth;
      found.push(truth);
    }
  }
  return found.length === 0 ? toErrorValue("#VALUE!") : found;
};

const ofTruths = (judge: (found: readonly boolean[]) => boolean): FormulaFunction => ({
  ranges: "all",
  call(given) {
    const found = booleansOf(given);
    return isError(found) ? found : judge(found);
  },
});

const choose: FormulaFunction = {
  call([condition, then, otherwise]) {
    const holds = toBoolean(condition?.value() ?? null);
    if (isError(holds)) return holds;
    if (holds) return then?.value() ?? null;
    return otherwise === undefined ? false : otherwise.value();
  },
};

const instead = (isCaught: (value: ErrorValue) => boolean): FormulaFunction => ({
  call([first, second]) {
    const value = first?.value() ?? null;
    return isError(value) && isCaught(value) ? (second?.value() ?? null) : value;
  },
});

const ifs: FormulaFunction = {
  call(given) {
    for (let at = 0; at + 1 < given.length; at += 2) {
      const holds = toBoolean(given[at]?.value() ?? null);
      if (isError(holds)) return holds;
      if (holds) return given[at + 1]?.value() ?? null;
    }
    return toErrorValue("#N/A");
  },
};

const choice: FormulaFunction = {
  call([asked, ...cases], { spend }) {
    const value = asked?.value() ?? null;
    if (isError(value)) return value;
    const compare = createComparer(value, spend);
    for (let index = 0; index + 1 < cases.length; index += 2) {
      const compared = compare(cases[index]?.value() ?? null);
      if (isError(compared)) return compared;
      if (compared === 0) return cases[index + 1]?.value() ?? null;
    }
    return cases.length % 2 === 1 ? (cases.at(-1)?.value() ?? null) : toErrorValue("#N/A");
  },
};

const asks = (judge: (value: Value) => boolean): FormulaFunction => ({
  call: ([argument]) => judge(argument?.value() ?? null),
});

export const logicFunctions: Readonly<Record<string, FormulaFunction>> = {
  IF: choose,
  IFERROR: instead(() => true),
  IFNA: instead(({ error }) => error === "#N/A"),
  IFS: ifs,
  SWITCH: choice,
  AND: ofTruths((found) => found.every(Boolean)),
  OR: ofTruths((found) => found.some(Boolean)),
  XOR: ofTruths((found) => found.filter(Boolean).length % 2 === 1),
  NOT: {
    call([argument]) {
      const truth = toBoolean(argument?.value() ?? null);
      return isError(truth) ? truth : !truth;
    },
  },
  TRUE: { call: () => true },
  FALSE: { call: () => false },
  ISBLANK: { call: ([argument]) => argument?.isReference === true && argument.value() === null },
  ISNUMBER: asks(isNumber),
  ISTEXT: asks((value) => typeof value === "string"),
  ISLOGICAL: asks((value) => typeof value === "boolean"),
  ISERROR: asks(isError),
  ISNA: asks((value) => isError(value) && value.error === "#N/A"),
};
