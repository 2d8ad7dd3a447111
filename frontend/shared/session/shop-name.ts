/** Anything after the first dot is cut off and the name is trimmed (S-1.5). Empty when nothing is left. */
export const shopNameOf = (typed: string): string => (typed.split(".")[0] ?? "").trim();

export const shopNameMissing = "Please provide shopname";
