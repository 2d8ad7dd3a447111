import type { LineItem } from "./order.ts";

/** Which variant a line is of: its id, or for custom and deleted items its title, variant title and SKU. */
export const variantKey = ({ variant, title, variantTitle, sku }: LineItem): string =>
  variant?.id ?? JSON.stringify([title ?? null, variantTitle ?? null, sku ?? null]);
