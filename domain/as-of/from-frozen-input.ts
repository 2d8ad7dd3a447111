import type { ColumnSettings, DesignContent } from "../designs/design.ts";
import type { FrozenInput } from "../export/frozen-input.ts";
import type { FilterContent } from "../filters/filter.ts";

const settingsOf = ({ title, width, format, custom }: FrozenInput["design"]["columns"][number]): ColumnSettings => ({
  ...(title === null ? {} : { title }),
  ...(width === null ? {} : { width }),
  ...(format === null ? {} : { format }),
  ...(custom === undefined ? {} : { custom }),
});

/** Returns an export's frozen design. It lacks the settings of hidden columns. */
export const designFromFrozenInput = ({
  title,
  grouping,
  splitter,
  sortedBy,
  columns,
}: FrozenInput["design"]): DesignContent => ({
  title,
  grouping,
  splitter,
  sortedBy: sortedBy && { column: sortedBy.column, sorting: sortedBy.sorting },
  shown: columns.map(({ column }) => column),
  settings: Object.fromEntries(
    columns
      .map((column) => [column.column, settingsOf(column)] as const)
      .filter(([, settings]) => Object.keys(settings).length > 0),
  ),
});

/** Drops hidden columns, for a comparison with a frozen design. */
export const withoutHiddenColumns = (design: DesignContent): DesignContent => {
  const shown = new Set(design.shown);
  return {
    ...design,
    settings: Object.fromEntries(Object.entries(design.settings).filter(([column]) => shown.has(column))),
  };
};

/** Returns an export's frozen filter, with its title at that time. */
export const filterFromFrozenInput = (filter: NonNullable<FrozenInput["filter"]>, title: string): FilterContent => ({
  ...filter,
  title,
});
