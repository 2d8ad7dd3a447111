import type { DateTime } from "luxon";
import type { CollisionWords } from "../editing/collision-dialog.tsx";
import type { ConfigurationFields } from "./use-configuration-editor.ts";

/** S-2.3.11; `format`: how a screen writes it for an example. */
export const dateFormats = [
  { value: 0, name: "YYYY/MM/DD", format: "yyyy/LL/dd" },
  { value: 1, name: "DD/MM/YYYY", format: "dd/LL/yyyy" },
  { value: 2, name: "MM/DD/YYYY", format: "LL/dd/yyyy" },
] as const;

/** Today as files would have it. */
export const exampleOf = (value: number, today: DateTime): string =>
  today.toFormat(dateFormats.find((known) => known.value === value)?.format ?? dateFormats[0].format);

const fieldNames: Record<keyof ConfigurationFields, string> = {
  UserDateFormat: "Date format",
  AllowExperimental: "Experimental features",
  AcceptsMarketing: "News about Sheaf",
};

export const collisionWords: CollisionWords<ConfigurationFields> = {
  thing: "configuration",
  field: (field) => fieldNames[field],
  value: (field, value) => {
    if (field === "UserDateFormat") return dateFormats.find((known) => known.value === value)?.name ?? String(value);
    return value === true ? "Yes" : "No";
  },
};
