import { type AttributeCategory, CustomColumnCategory } from "#domain/enumerations.ts";

export const attributeNames: Readonly<Record<AttributeCategory, string>> = {
  [CustomColumnCategory.NoteAttributes]: "Additional detail of the order",
  [CustomColumnCategory.Property]: "Property of the line",
  [CustomColumnCategory.ProductMetafields]: "Metafield of the product",
  [CustomColumnCategory.VariantMetafields]: "Metafield of the variant",
  [CustomColumnCategory.OrderMetafields]: "Metafield of the order",
  [CustomColumnCategory.CustomerMetafields]: "Metafield of the customer",
};

const metafield = "namespace.key, such as custom.material";

export const attributeExamples: Readonly<Record<AttributeCategory, string>> = {
  [CustomColumnCategory.NoteAttributes]: "Gift message",
  [CustomColumnCategory.Property]: "Engraving",
  [CustomColumnCategory.ProductMetafields]: metafield,
  [CustomColumnCategory.VariantMetafields]: metafield,
  [CustomColumnCategory.OrderMetafields]: metafield,
  [CustomColumnCategory.CustomerMetafields]: metafield,
};
