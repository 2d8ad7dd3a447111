import type { Json, JsonObject } from "../../ports/json.ts";
import { isObject } from "./flatten.ts";

const idOf = (value: Json | undefined): Json | undefined => (isObject(value) ? value.id : undefined);

/** Merges a later response about an object into it, in place: field by field, list items by id. New items stay out. */
export const mergePart = (into: JsonObject, part: JsonObject): void => {
  for (const [name, value] of Object.entries(part)) {
    const existing = into[name];
    if (Array.isArray(existing) && Array.isArray(value)) {
      const byId = new Map(value.map((item) => [idOf(item), item]));
      for (const item of existing) {
        const same = idOf(item) === undefined ? undefined : byId.get(idOf(item));
        if (isObject(item) && isObject(same)) mergePart(item, same);
      }
    } else if (isObject(existing) && isObject(value)) mergePart(existing, value);
    else if (existing === undefined) into[name] = value ?? null;
  }
};
