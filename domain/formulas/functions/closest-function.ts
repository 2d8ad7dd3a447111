import { editDistance } from "../../text/nearest.ts";
import { functionTable, refusedFunctions } from "../syntax/function-table.ts";
import { stripFunctionPrefix } from "./strip-function-prefix.ts";

const names: readonly string[] = [...functionTable.keys()];

/** True for Excel's functions, also those that a report cannot hold. */
export const isFunctionName = (name: string): boolean => {
  const plain = stripFunctionPrefix(name);
  return functionTable.has(plain) || refusedFunctions.has(plain);
};

/** Two letters make another word of a short name: UCASE is not BASE. */
const maxLettersChanged = (name: string): number => (name.length > 7 ? 2 : 1);

/** Corrects one misspelled letter, or two of a long name. Null for a known name, or several equally close ones. */
export const closestFunction = (written: string): string | null => {
  if (isFunctionName(written)) return null;
  const name = stripFunctionPrefix(written);
  for (let letters = 1; letters <= maxLettersChanged(name); letters += 1) {
    const [closest = null, ...others] = names.filter((other) => editDistance(name, other, letters) <= letters);
    if (closest !== null) return others.length === 0 ? closest : null;
  }
  return null;
};
