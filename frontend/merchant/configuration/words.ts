import type { DateTime } from "luxon";
import { dateFormats, preferenceNames, preferenceValue } from "#domain/shop/preference-words.ts";
import type { CollisionWords } from "../editing/collision-dialog.tsx";
import type { ConfigurationFields } from "./use-configuration-editor.ts";

/** Today as files would have it. */
export const exampleOf = (value: number, today: DateTime): string =>
  today.toFormat(dateFormats.find((known) => known.value === value)?.format ?? dateFormats[0].format);

export const collisionWords: CollisionWords<ConfigurationFields> = {
  thing: "configuration",
  field: (field) => (field === "AcceptsMarketing" ? "News about Sheaf" : preferenceNames[field]),
  value: (field, value) =>
    field === "AcceptsMarketing" ? (value === true ? "Yes" : "No") : preferenceValue(field, value),
};
