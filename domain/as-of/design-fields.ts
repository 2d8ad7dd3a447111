import type { DesignContent } from "../designs/design.ts";
import { type DesignField, listColumns, settingsProperties, toColumnField, toDesignFields } from "../designs/fields.ts";
import {
  columnLabel,
  describeDesignFieldValue,
  getDesignFieldLabel,
  type OwnTitles,
} from "../workspace/designs/design-text.ts";
import type { DescribedField } from "./described-field.ts";

const ownFields: readonly DesignField[] = ["title", "grouping", "ws_splitter", "sorting"];

/** Describes a report design: its own fields, its visible columns in order, and each column setting. */
export const describeDesignFields = (design: DesignContent): DescribedField[] => {
  const titles: OwnTitles = (key) => design.settings[key]?.title;
  const columns = listColumns(design);
  const fields = toDesignFields(design, columns);
  const line = (field: DesignField): DescribedField => ({
    key: field,
    name: getDesignFieldLabel(field, titles),
    value: fields[field],
    text: describeDesignFieldValue(field, fields[field], titles),
  });
  const shown = {
    key: "columns",
    name: "Columns",
    value: design.shown,
    text: design.shown.map((key) => columnLabel(key, titles)).join(", ") || "none",
  };
  const settings = columns
    .flatMap((column) => settingsProperties.map((property) => toColumnField(column, property)))
    .filter((field) => fields[field] !== null);
  return [...ownFields.map(line), shown, ...settings.map(line)];
};
