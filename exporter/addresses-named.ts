import type { NumberFormat } from "#domain/designs/design.ts";
import { CustomColumnCategory, FileType, NumberFormatType } from "#domain/enumerations.ts";
import type { FrozenInput } from "#domain/export/frozen-input.ts";
import { addressesIn } from "#domain/privacy/addresses.ts";

/** Some 60 ms of hashes. */
const mostNamed = 20_000;

/** What a number format may show as text: its code, and that without the quotes and backslashes that make text of it. */
const textsOfFormat = (format: NumberFormat | null): string[] =>
  format?.type === NumberFormatType.Custom ? [format.code, format.code.replaceAll(/["\\]/g, "")] : [];

/**
 * E-mail addresses that a report names by what the merchant typed: in titles and formulas of its columns; where number formats show, in
 * these; and where it says what it is of, which CSV does not (ADR 57), in its own title and in its filter's, and in any of that one's conditions. Null where these texts hold so much that may be one that
 * they must have been made for it: of such a file nobody knows whom it names.
 */
export const addressesNamed = async (
  { fileType, filter, asked, design }: Pick<FrozenInput, "fileType" | "filter" | "asked" | "design">,
  breathe: () => Promise<void> | void = () => undefined,
): Promise<string[] | null> => {
  const titles = design.columns.map(({ title }) => title ?? "");
  const formulas = design.columns.flatMap(({ custom }) =>
    custom?.category === CustomColumnCategory.ExcelFormula ? [custom.formula] : [],
  );
  const showsFormats = fileType === FileType.Excel || fileType === FileType.Html;
  const formats = showsFormats ? design.columns.flatMap(({ format }) => textsOfFormat(format)) : [];
  const said =
    fileType === FileType.Csv
      ? []
      : [design.title, asked.filterTitle ?? "", ...Object.values(filter?.sievers ?? {}).flat()];
  const found = new Set<string>();
  for (const text of [...titles, ...formulas, ...formats, ...said]) {
    await breathe();
    const named = addressesIn(text, mostNamed - found.size);
    if (named === null) return null;
    for (const address of named) found.add(address);
  }
  return [...found];
};
