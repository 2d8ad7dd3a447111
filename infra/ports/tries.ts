/** The first line of what an error says, for a sentence of our own. */
export const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split("\n")[0]?.replace(/\.$/, "") ?? "";

/** Longer with every try, half of it by chance: those who wait for one server do not come back at the same moment. */
export const pauseAfter = (tries: number, most: number): number =>
  Math.min(25 * 2 ** Math.min(tries, 20), most) * (0.5 + Math.random() / 2);
