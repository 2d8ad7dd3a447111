import type { Part } from "./stars.ts";

/** How a part of a text is read, of what has it and of what does not. */
export const partWords: Readonly<Record<"is" | "not", Readonly<Record<Part, string>>>> = {
  is: { begins: "begins with", ends: "ends with", contains: "contains" },
  not: { begins: "does not begin with", ends: "does not end with", contains: "does not contain" },
};

export const partsInOrder: readonly Part[] = ["begins", "ends", "contains"];
