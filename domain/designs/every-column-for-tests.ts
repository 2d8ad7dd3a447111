import { catalogue } from "../columns/catalogue.ts";
import { type AttributeCategory, attributeCategories, CustomColumnCategory } from "../enumerations.ts";
import type { CustomColumn, ShownColumn } from "./design.ts";

/** The demo store has these attributes. */
const attributeNames: Readonly<Record<AttributeCategory, string>> = {
  [CustomColumnCategory.VariantMetafields]: "custom.shelf",
  [CustomColumnCategory.ProductMetafields]: "custom.material",
  [CustomColumnCategory.NoteAttributes]: "Gift message",
  [CustomColumnCategory.Property]: "Engraving",
  [CustomColumnCategory.OrderMetafields]: "custom.packing",
  [CustomColumnCategory.CustomerMetafields]: "custom.birthday",
};

/** Chooses one attribute per category that the column takes; undefined if none. */
const attributesOf = (takes: readonly CustomColumnCategory[] | undefined): (CustomColumn | undefined)[] => {
  const chosen = attributeCategories
    .filter((category) => takes?.includes(category))
    .map((category) => ({ category, name: attributeNames[category] }));
  return chosen.length > 0 ? chosen : [undefined];
};

/**
 * Every column of the catalogue, with an attribute where possible. Merchants' own columns get one category each, so
 * only the first few have one.
 */
export const everyColumn: readonly ShownColumn[] = catalogue.map(({ key, takes }) => {
  const chosen = attributesOf(takes);
  const custom = takes?.length === 1 ? chosen[0] : chosen[Number(key.replace("Custom", "")) - 1];
  return { column: key, title: null, width: null, format: null, ...(custom && { custom }) };
});
