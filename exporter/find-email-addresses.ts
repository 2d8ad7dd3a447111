import type { NumberFormat } from "#domain/designs/design.ts";
import { CustomColumnCategory, NumberFormatType } from "#domain/enumerations.ts";
import type { FrozenInput } from "#domain/export/frozen-input.ts";
import { fileFormats } from "#domain/file-formats.ts";
import { addressesIn } from "#domain/privacy/addresses.ts";

/** Maximum number of addresses to hash. This many take some 60 ms. */
const maxAddresses = 20_000;

/** Texts that a format may show: its code, with or without the quotes and backslashes that mark text. */
const textsOfFormat = (format: NumberFormat | null): string[] =>
  format?.type === NumberFormatType.Custom ? [format.code, format.code.replaceAll(/["\\]/g, "")] : [];

/**
 * E-mail addresses in merchants' texts in a file: column titles and formulas, shown number formats (R-31), and, except
 * in CSV (ADR 57), the titles of report and filter and the filter's conditions. Null beyond {@link maxAddresses}: such
 * texts are deliberate, and the people count as unknown.
 */
export const findEmailAddresses = async (
  { fileType, filter, asked, design }: Pick<FrozenInput, "fileType" | "filter" | "asked" | "design">,
  yieldToEventLoop: () => Promise<void> | void = () => undefined,
): Promise<string[] | null> => {
  const titles = design.columns.map(({ title }) => title ?? "");
  const formulas = design.columns.flatMap(({ custom }) =>
    custom?.category === CustomColumnCategory.ExcelFormula ? [custom.formula] : [],
  );
  const { numberFormats, description } = fileFormats[fileType].holds;
  const formats = numberFormats ? design.columns.flatMap(({ format }) => textsOfFormat(format)) : [];
  const descriptions = description
    ? [design.title, asked.filterTitle ?? "", ...Object.values(filter?.sievers ?? {}).flat()]
    : [];
  const found = new Set<string>();
  for (const text of [...titles, ...formulas, ...formats, ...descriptions]) {
    await yieldToEventLoop();
    const named = addressesIn(text, maxAddresses - found.size);
    if (named === null) return null;
    for (const address of named) found.add(address);
  }
  return [...found];
};
