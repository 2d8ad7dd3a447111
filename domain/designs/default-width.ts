import { ColumnType } from "../enumerations.ts";

/** Units of 7 px: of a picture, the narrowest and the widest of other columns. */
const picture = 10;
const [least, most] = [16, 32];

/** In pixels: what stands left and right of a heading, and what a letter of one takes in the middle of them. */
const around = 22;
const letter = 7.2;
const pxPerUnit = 7;

/** Width in units of 7 px of a column whose width nobody has changed: its heading, as the catalogue has it, is read without dots. */
export const defaultWidth = ({ type, title }: { type: ColumnType; title: string }): number =>
  type === ColumnType.Image
    ? picture
    : Math.min(most, Math.max(least, Math.ceil((title.length * letter + around) / pxPerUnit)));
