import type { ColumnSettings, DesignContent } from "../designs/design.ts";
import type { FrozenInput } from "../export/frozen-input.ts";
import type { FilterContent } from "../filters/filter.ts";

const settingsOf = ({ title, width, format, custom }: FrozenInput["design"]["columns"][number]): ColumnSettings => ({
  ...(title === null ? {} : { title }),
  ...(width === null ? {} : { width }),
  ...(format === null ? {} : { format }),
  ...(custom === undefined ? {} : { custom }),
});

/** The design that was frozen for an export: what it had set up of hidden columns is not in it. */
export const designOfFrozen = ({
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

/** A design without what is set up of hidden columns, to be compared with one that was frozen. */
export const shownAlone = (design: DesignContent): DesignContent => {
  const shown = new Set(design.shown);
  return {
    ...design,
    settings: Object.fromEntries(Object.entries(design.settings).filter(([column]) => shown.has(column))),
  };
};

/** The filter that was frozen for an export, under the title that it had. */
export const filterOfFrozen = (filter: NonNullable<FrozenInput["filter"]>, title: string): FilterContent => ({
  ...filter,
  title,
});
