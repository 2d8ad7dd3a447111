import { isUnreadCell } from "../columns/cells/unread-cell.ts";
import type { Cell } from "../columns/definition.ts";
import { ColumnType } from "../enumerations.ts";
import type { CompiledColumn } from "../groupings/compile.ts";
import type { Preferences } from "../shop/preferences.ts";
import { plainLatin, withoutDashesAndSlashes } from "../text/letters.ts";

/** True for texts, except ids, SKUs and bar codes. */
const isProse = ({ type, valueKind, identifier }: CompiledColumn): boolean =>
  type === ColumnType.Text && valueKind === "text" && !identifier;

/** Applies the configuration's letter options in every output. Null if they are off. */
export const createLetterOptions = (
  { SatinizeLetters, ReplaceDashesSlashes }: Pick<Preferences, "SatinizeLetters" | "ReplaceDashesSlashes">,
  columns: readonly CompiledColumn[],
): ((cells: readonly Cell[]) => Cell[]) | null => {
  if (!SatinizeLetters && !ReplaceDashesSlashes) return null;
  const convert = (text: string): string => {
    const plain = SatinizeLetters ? plainLatin(text) : text;
    return ReplaceDashesSlashes ? withoutDashesAndSlashes(plain) : plain;
  };
  const prose = columns.map(isProse);
  return (cells) =>
    cells.map((cell, index) =>
      cell?.kind === "text" && prose[index] === true && !isUnreadCell(cell)
        ? { kind: "text", text: convert(cell.text) }
        : cell,
    );
};
