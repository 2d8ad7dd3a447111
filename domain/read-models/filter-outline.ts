import type { FilterStatuses } from "../filters/filter.ts";
import { createOutline, type FilterOutline, type OutlinedValues, outlineValues } from "../filters/outline.ts";
import { type SieverCode, sieverByCode, sievers } from "../filters/sievers.ts";

const statuses = ["financial_status", "fulfillment_status", "order_status"] as const;

/**
 * A filter's line in its list. Projections only set whole fields, so each status and siever is one. Names differ from
 * the content's, so `readContent` can tell the documents apart.
 */
export type FilterOutlineFields = {
  [Status in keyof FilterStatuses as `outline.${Status}`]?: FilterStatuses[Status];
} & {
  [Code in SieverCode as `outline.${Code}`]?: OutlinedValues;
};

export const outlinedStatus = (status: keyof FilterStatuses, to: number): FilterOutlineFields => ({
  [`outline.${status}`]: to,
});

export const outlinedSiever = (code: SieverCode, values: readonly string[]): FilterOutlineFields => {
  const siever = sieverByCode.get(code);
  return siever ? { [`outline.${code}`]: outlineValues(siever, values) } : {};
};

/** Returns undefined if the document is older than outlines. */
export const outlineInDocument = (document: FilterOutlineFields): FilterOutline | undefined => {
  const [financial_status, fulfillment_status, order_status] = statuses.map((status) => document[`outline.${status}`]);
  if (financial_status === undefined || fulfillment_status === undefined || order_status === undefined)
    return undefined;
  const held = sievers.flatMap(({ code }) => {
    const outlined = document[`outline.${code}`];
    return outlined && outlined.values.length > 0 ? [[code, outlined] as const] : [];
  });
  return createOutline({ financial_status, fulfillment_status, order_status } as FilterStatuses, held);
};
