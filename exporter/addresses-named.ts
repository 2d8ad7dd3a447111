import { FileType } from "#domain/enumerations.ts";
import type { FrozenInput } from "#domain/export/frozen-input.ts";
import { addressesIn } from "#domain/privacy/addresses.ts";

/**
 * E-mail addresses that a report names by what the merchant typed: in titles of its columns, and where it says what it is of, which CSV does
 * not (ADR 57), in its own title and in its filter's, and in any of that one's conditions.
 */
export const addressesNamed = ({
  fileType,
  filter,
  asked,
  design,
}: Pick<FrozenInput, "fileType" | "filter" | "asked" | "design">): string[] => {
  const titles = design.columns.map(({ title }) => title ?? "");
  const said =
    fileType === FileType.Csv
      ? []
      : [design.title, asked.filterTitle ?? "", ...Object.values(filter?.sievers ?? {}).flat()];
  return [...new Set([...titles, ...said].flatMap(addressesIn))];
};
