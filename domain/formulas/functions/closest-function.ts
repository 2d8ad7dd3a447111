import { slips } from "../../text/nearest.ts";
import { arities } from "./arities.ts";
import { functionByName, refused } from "./function-table.ts";
import { plainName } from "./plain-name.ts";

const names: readonly string[] = [...new Set([...functionByName.keys(), ...Object.keys(arities)])];
const known: ReadonlySet<string> = new Set([...names, ...refused]);

export const isFunctionName = (name: string): boolean => known.has(plainName(name));

/** In a short name two other letters make another word. */
const mostLetters = (name: string): number => (name.length > 4 ? 2 : 1);

/** The function whose name was misspelt, by up to two letters; null of a known name, and where several are as close. */
export const closestFunction = (written: string): string | null => {
  const name = plainName(written);
  if (known.has(name)) return null;
  for (let letters = 1; letters <= mostLetters(name); letters += 1) {
    const [closest = null, ...others] = names.filter((other) => slips(name, other, letters) <= letters);
    if (closest !== null) return others.length === 0 ? closest : null;
  }
  return null;
};
