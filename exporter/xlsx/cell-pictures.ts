import { toPixels } from "#application/writing/column-widths.ts";
import type { Cell } from "#domain/columns/definition.ts";
import { FileType } from "#domain/enumerations.ts";
import { fileFormats } from "#domain/file-formats.ts";
import { shownPixels } from "../pictures/picture-limits.ts";
import type { ShownPictures } from "../pictures/pictures-of-file.ts";
import { picturePadding, pictureSpace, type SheetDrawing } from "./drawing.ts";

const maxPictures = fileFormats[FileType.Excel].holds.pictures;

/** Width of a cell's pictures side by side, px; 0 if one is missing: the cell is then a link. */
export const widthOfPictures = (pictures: ShownPictures, cell: Cell): number => {
  if (cell?.kind !== "image") return 0;
  const urls = cell.urls.slice(0, maxPictures);
  return urls.every(pictures.has) ? urls.length * pictureSpace : 0;
};

/** Places pictures in a cell. Rows count from 1. False: they stay links. */
export type CellPictures = (urls: readonly string[], row: number, drawing: SheetDrawing) => boolean;

/**
 * Shows the pictures that fit side by side into the column (from 0; width in characters), scaled down if not even one
 * fits. A cell shows all of these or none.
 */
export const createCellPictures = (pictures: ShownPictures, column: number, width: number): CellPictures => {
  const pixels = toPixels(width);
  const fit = Math.min(maxPictures, Math.max(1, Math.floor(pixels / pictureSpace)));
  const box = Math.min(shownPixels, pixels - 2 * picturePadding);
  return (urls, row, drawing) => {
    const first = urls.slice(0, fit);
    if (!first.every(pictures.has)) return false;
    const shown = first.flatMap((url) => pictures.show(url) ?? []);
    if (shown.length < first.length) return false;
    for (const [position, picture] of shown.entries())
      drawing.add({ column, row: row - 1, position, box }, picture, first[position] ?? "");
    return true;
  };
};
