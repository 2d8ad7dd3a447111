import type { LineItem } from "./order.ts";

/** Identifies a line's variant: its id, or for custom and deleted items its title, variant title and SKU. */
export const variantKey = ({ variant, title, variantTitle, sku }: LineItem): string =>
  variant?.id ?? JSON.stringify([title ?? null, variantTitle ?? null, sku ?? null]);
