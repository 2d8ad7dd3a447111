/** Marks a focusable part of a value. */
export const valuePart = { "data-value-part": "" } as const;

const partsOf = (field: Element): HTMLElement[] => [...field.querySelectorAll<HTMLElement>("[data-value-part]")];

/** Returns false without values. */
export const focusLastPart = (field: Element): boolean => {
  const last = partsOf(field).at(-1);
  last?.focus();
  return last !== undefined;
};

/** Returns false if there is none. */
export const focusNextPart = (field: Element, from: HTMLElement, step: -1 | 1): boolean => {
  const parts = partsOf(field);
  const at = parts.indexOf(from);
  const next = at === -1 ? undefined : parts[at + step];
  if (at + step < 0 || next === undefined) return false;
  next.focus();
  return true;
};
