/** Anything after the first dot is cut off and the name is trimmed (part 1 section 5). Empty when nothing is left. */
export const shopNameOf = (typed: string): string => (typed.split(".")[0] ?? "").trim();

export const shopNameMissing = "Please provide shopname";
