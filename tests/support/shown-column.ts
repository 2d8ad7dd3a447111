import type { ShownColumn } from "#domain/designs/design.ts";

/** A column as a new design shows it, but for what is said. */
export const shownColumn = (key: string, more: Partial<ShownColumn> = {}): ShownColumn => ({
  column: key,
  title: null,
  width: null,
  format: null,
  ...more,
});
