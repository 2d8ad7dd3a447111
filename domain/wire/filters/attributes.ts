import { z } from "zod";
import { attributeCategories } from "../../enumerations.ts";

/** The names of one kind of attribute in the shop's last orders, the most frequent first: what a column can show by `CustomColumn {Category, Name}`. */
export const AttributeNamesData = z.strictObject({
  Category: z.literal(attributeCategories),
  Names: z.array(z.string()),
});
export type AttributeNamesOnWire = z.infer<typeof AttributeNamesData>;
