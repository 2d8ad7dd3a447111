import { z } from "zod";
import { FinancialStatus, FulfillmentStatus, OrderFilterView, OrderStatus } from "../../enumerations.ts";
import { AboutData } from "../about.ts";

/** A filter in lists (S-1.3); the title is an addition, for rows. */
const FilterItemData = z.strictObject({
  id: z.string(),
  title: z.string(),
  ordering: z.number(),
  order_filter_view: z.enum(OrderFilterView),
});
export type FilterItem = z.infer<typeof FilterItemData>;

/** `about`: absent while its read model is rebuilt. */
export const ListedFilterData = FilterItemData.extend({ about: AboutData.optional() });
export type ListedFilter = z.infer<typeof ListedFilterData>;

/** A full filter (S-1.3), without empty sievers. */
export const FilterData = FilterItemData.extend({
  financial_status: z.enum(FinancialStatus),
  fulfillment_status: z.enum(FulfillmentStatus),
  order_status: z.enum(OrderStatus),
  OrderSievers: z.array(z.strictObject({ Field: z.number(), Filter: z.array(z.string()) })),
});
export type Filter = z.infer<typeof FilterData>;

/** Body of `filters/create-new`. The title, an addition to the specification, replaces 'New filter 1'. */
export const CreateFilterPayload = z.strictObject({ Title: z.string().max(1_000).optional() }).nullish();

/** An automated report can begin with this filter without conditions. */
export const allOrdersTitle = "All orders";

/**
 * Body of `filters/update-filter`: the filter as the page holds it, with its ETag in If-Match. View and ordering are
 * only echoed. Checks only the shape; `domain/filters/validate.ts` validates values.
 */
export const UpdateFilterPayload = z.strictObject({
  id: z.string().min(1).max(100),
  // Outer bound against abuse; the validation rule has a tighter one.
  title: z.string().max(1_000),
  ordering: z.number().optional(),
  order_filter_view: z.enum(OrderFilterView),
  financial_status: z.enum(FinancialStatus),
  fulfillment_status: z.enum(FulfillmentStatus),
  order_status: z.enum(OrderStatus),
  OrderSievers: z.array(z.strictObject({ Field: z.number(), Filter: z.array(z.string()) })).max(100),
});
export type UpdateFilterPayload = z.infer<typeof UpdateFilterPayload>;
