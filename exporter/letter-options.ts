import type { Cell } from "#domain/columns/definition.ts";
import { ColumnType } from "#domain/enumerations.ts";
import type { CompiledColumn } from "#domain/groupings/compile.ts";
import type { Preferences } from "#domain/shop/preferences.ts";
import { plainLatin, withoutDashesAndSlashes } from "#domain/text/letters.ts";
import type { ReportWriter } from "./writer.ts";

/** Text that a person reads: not numbers, dates, links, pictures, ids, SKUs or bar codes. */
const isProse = ({ type, valueKind, identifier }: CompiledColumn): boolean =>
  type === ColumnType.Text && valueKind === "text" && !identifier;

/** Applies the letter options of the configuration to the cells of text columns, whatever the format. */
export const withLetterOptions = (
  { SatinizeLetters, ReplaceDashesSlashes }: Preferences,
  writer: ReportWriter,
): ReportWriter => {
  if (!SatinizeLetters && !ReplaceDashesSlashes) return writer;
  const convert = (text: string): string => {
    const plain = SatinizeLetters ? plainLatin(text) : text;
    return ReplaceDashesSlashes ? withoutDashesAndSlashes(plain) : plain;
  };
  let prose: boolean[] = [];
  const converted = (cell: Cell, place: number): Cell =>
    cell?.kind === "text" && prose[place] === true ? { kind: "text", text: convert(cell.text) } : cell;
  return {
    begin(head) {
      prose = head.columns.map(isProse);
      return writer.begin(head);
    },
    async beginSheet(named) {
      const sheet = await writer.beginSheet(named);
      return {
        rows: (batch) =>
          sheet.rows(batch.map(({ cells, startsOrder }) => ({ cells: cells.map(converted), startsOrder }))),
        end: (counts) => sheet.end(counts),
      };
    },
    end: () => writer.end(),
  };
};
