import type { LineItem } from "./order.ts";

/** The variant's id; for custom and deleted items title, variant title and SKU. */
export const variantKey = ({ variant, title, variantTitle, sku }: LineItem): string =>
  variant?.id ?? JSON.stringify([title ?? null, variantTitle ?? null, sku ?? null]);
