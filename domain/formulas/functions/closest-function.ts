import { editDistance } from "../../text/nearest.ts";
import { functionTable, refusedFunctions } from "../syntax/function-table.ts";
import { stripFunctionPrefix } from "./strip-function-prefix.ts";

const names: readonly string[] = [...functionTable.keys()];

/** True if Excel has a function of this name, even one that a report cannot hold. */
export const isFunctionName = (name: string): boolean => {
  const plain = stripFunctionPrefix(name);
  return functionTable.has(plain) || refusedFunctions.has(plain);
};

/** In a short name, two changed letters make another word: UCASE is not BASE. */
const maxLettersChanged = (name: string): number => (name.length > 7 ? 2 : 1);

/**
 * The function whose name was misspelled by one letter, or two of a long name. Null if the name is known, or if several
 * are equally close.
 */
export const closestFunction = (written: string): string | null => {
  if (isFunctionName(written)) return null;
  const name = stripFunctionPrefix(written);
  for (let letters = 1; letters <= maxLettersChanged(name); letters += 1) {
    const [closest = null, ...others] = names.filter((other) => editDistance(name, other, letters) <= letters);
    if (closest !== null) return others.length === 0 ? closest : null;
  }
  return null;
};
