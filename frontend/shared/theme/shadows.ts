import type { Theme } from "@mui/material/styles";

/** `--mui-palette-shade` makes shadows light on white and strong on black. */
const ink = (strength: number) => `rgb(14 24 19 / calc(${strength}% * var(--mui-palette-shade)))`;

const flat = "none";
const resting = `0 1px 2px ${ink(6)}`;
const lifted = `0 1px 2px ${ink(6)}, 0 4px 12px ${ink(7)}`;
const floating = `0 1px 3px ${ink(7)}, 0 10px 28px ${ink(11)}`;
const above = `0 2px 6px ${ink(8)}, 0 24px 56px ${ink(18)}`;

/** Four heights: resting (1), lifted (2 to 3), floating (4 to 8: menus, panels), topmost (dialogs). */
export const shadows = [
  flat,
  resting,
  lifted,
  lifted,
  ...Array.from({ length: 5 }, () => floating),
  ...Array.from({ length: 16 }, () => above),
] as Theme["shadows"];
