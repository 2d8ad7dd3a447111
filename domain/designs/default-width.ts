import { ColumnType } from "../enumerations.ts";

/** Units of 7 px: a picture's width, then bounds for other columns. */
const pictureWidth = 10;
const [least, most] = [16, 32];

/** Pixels. `letterWidth` is an average. */
const headingPadding = 22;
const letterWidth = 7.2;
const pxPerUnit = 7;

/** Default width, units of 7 px. Fits the catalogue heading without an ellipsis. */
export const defaultWidth = ({ type, title }: { type: ColumnType; title: string }): number =>
  type === ColumnType.Image
    ? pictureWidth
    : Math.min(most, Math.max(least, Math.ceil((title.length * letterWidth + headingPadding) / pxPerUnit)));
