import type { Grouping, WorksheetSplitter } from "../enumerations.ts";
import type { ColumnSettings, CustomColumn, DesignContent, NumberFormat, SortedBy } from "./design.ts";

/** Each setting is its own field; null means the catalogue default. */
type ColumnProperties = {
  visible: boolean;
  title: string | null;
  width: number | null;
  format: NumberFormat | null;
  custom: CustomColumn | null;
};
export type ColumnProperty = keyof ColumnProperties;

/** Example: `columns.SKU.width` */
export type ColumnField<Property extends ColumnProperty = ColumnProperty> = `columns.${string}.${Property}`;

/**
 * Flat fields, so that edits of different fields never conflict. The column order merges as moves instead
 * (`merge-column-order.ts`).
 */
export type DesignFields = {
  title: string;
  grouping: Grouping;
  ws_splitter: WorksheetSplitter;
  sorting: SortedBy | null;
} & { [Property in ColumnProperty as ColumnField<Property>]: ColumnProperties[Property] };

/** Field name in errors, conflicts and documents. */
export type DesignField = keyof DesignFields;

export const toColumnField = <Property extends ColumnProperty>(column: string, property: Property) =>
  `columns.${column}.${property}` as const;

export const settingsProperties = [
  "title",
  "width",
  "format",
  "custom",
] as const satisfies readonly (keyof ColumnSettings)[];

export type SettingField = ColumnField<keyof ColumnSettings>;

/** Splits a column's field. Undefined for fields of the design itself. */
export const parseColumnField = (field: string): { column: string; property: ColumnProperty } | undefined => {
  const [, column, property] = /^columns\.(.+)\.(visible|title|width|format|custom)$/s.exec(field) ?? [];
  return column === undefined ? undefined : { column, property: property as ColumnProperty };
};

/** Returns the design's own fields and those of these columns. */
export const toDesignFields = (
  { title, grouping, splitter, sortedBy, shown, settings }: DesignContent,
  columns: Iterable<string>,
): DesignFields => {
  const visible = new Set(shown);
  const ofColumns = [...columns].flatMap((column) => {
    const held = settings[column];
    return [
      [toColumnField(column, "visible"), visible.has(column)],
      ...settingsProperties.map((property) => [toColumnField(column, property), held?.[property] ?? null]),
    ];
  });
  return { title, grouping, ws_splitter: splitter, sorting: sortedBy, ...Object.fromEntries(ofColumns) };
};

/** Lists the columns that a design shows or has settings for. */
export const listColumns = ({ shown, settings }: Pick<DesignContent, "shown" | "settings">): string[] => [
  ...new Set([...shown, ...Object.keys(settings)]),
];

/** Sets a property, or removes it by null. A column without settings is dropped. */
export const withSetting = <Property extends keyof ColumnSettings>(
  settings: DesignContent["settings"],
  column: string,
  property: Property,
  value: Required<ColumnSettings>[Property] | null,
): DesignContent["settings"] => {
  const { [column]: held, ...others } = settings;
  const { [property]: _, ...rest } = held ?? {};
  const now = value === null ? rest : { ...rest, [property]: value };
  return Object.keys(now).length > 0 ? { ...others, [column]: now } : others;
};
