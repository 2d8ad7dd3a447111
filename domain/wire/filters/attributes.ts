import { z } from "zod";
import { attributeCategories } from "../../enumerations.ts";

/**
 * Names of a kind of attribute in the shop's last orders, most frequent first. `CustomColumn {Category, Name}` shows
 * them.
 */
export const AttributeNamesData = z.strictObject({
  Category: z.literal(attributeCategories),
  Names: z.array(z.string()),
});
export type AttributeNamesOnWire = z.infer<typeof AttributeNamesData>;
