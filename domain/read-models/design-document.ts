import type { ColumnSettings, DesignContent, DesignFacts } from "../designs/design.ts";
import {
  type ColumnField,
  type DesignFields,
  parseColumnField,
  type SettingField,
  settingsProperties,
  toColumnField,
  withSetting,
} from "../designs/fields.ts";
import type { DesignContentDocument, ReportDesignDocument } from "./documents.ts";

/** Column settings as fields of a document. */
export const settingFields = (settings: DesignContent["settings"]) =>
  Object.fromEntries(
    Object.entries(settings).flatMap(([column, held]) =>
      settingsProperties.flatMap((property) =>
        held[property] === undefined ? [] : [[toColumnField(column, property), held[property]]],
      ),
    ),
  ) as { [Field in SettingField]: DesignFields[Field] };

/** A single setting as a field. */
export const settingField = <Property extends keyof ColumnSettings>(
  column: string,
  property: Property,
  value: Required<ColumnSettings>[Property] | null,
) => ({ [toColumnField(column, property)]: value }) as { [Field in ColumnField<Property>]: DesignFields[Field] };

/** Builds a design from its two documents in `report-designs`. */
export const designOfDocuments = (
  { reportId, ordering }: Pick<ReportDesignDocument, "reportId" | "ordering">,
  content: DesignContentDocument,
): DesignFacts => {
  const { title, grouping, splitter, sortedBy, shown } = content;
  let settings: DesignContent["settings"] = {};
  for (const [field, value] of Object.entries(content)) {
    const { column, property } = parseColumnField(field) ?? {};
    if (column !== undefined && property !== undefined && property !== "visible")
      settings = withSetting(settings, column, property, value as never);
  }
  return { reportId, ordering, title, grouping, splitter, sortedBy, shown, settings };
};
