import type { DesignContent } from "../designs/design.ts";
import { columnField, columnsOf, type DesignField, fieldsOfDesign, settingsProperties } from "../designs/fields.ts";
import {
  columnWords,
  designFieldValueWords,
  designFieldWords,
  type OwnTitles,
} from "../workspace/designs/design-words.ts";
import type { Line } from "./line.ts";

const own: readonly DesignField[] = ["title", "grouping", "ws_splitter", "sorting"];

/** A report design, one line per field: its own fields, its visible columns in order, and each column setting. */
export const designLines = (design: DesignContent): Line[] => {
  const titles: OwnTitles = (key) => design.settings[key]?.title;
  const columns = columnsOf(design);
  const fields = fieldsOfDesign(design, columns);
  const line = (field: DesignField): Line => ({
    key: field,
    name: designFieldWords(field, titles),
    value: fields[field],
    said: designFieldValueWords(field, fields[field], titles),
  });
  const shown = {
    key: "columns",
    name: "Columns",
    value: design.shown,
    said: design.shown.map((key) => columnWords(key, titles)).join(", ") || "none",
  };
  const settings = columns
    .flatMap((column) => settingsProperties.map((property) => columnField(column, property)))
    .filter((field) => fields[field] !== null);
  return [...own.map(line), shown, ...settings.map(line)];
};
