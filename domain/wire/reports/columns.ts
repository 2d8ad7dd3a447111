import { z } from "zod";

/** A column in the public `GET data/columns` (S-1.2.1). */
export const ReportColumnInfo = z.strictObject({
  /** Catalogue key; also the element name in XML files. */
  Column: z.string(),
  Name: z.string(),
  Description: z.string(),
  /** Empty if there is nothing special to know. */
  Note: z.string(),
  /** A shortened value from a made-up order. */
  Example: z.string().optional(),
  Category: z.number(),
  Type: z.number(),
  /** Instants have the type Text, so this is more exact. */
  ValueKind: z.enum(["text", "number", "datetime"]),
  /** Index of its slow group, -1 if not slow. */
  SlowColumn: z.number(),
  /**
   * Base of its figures if a filter leaves lines out: remaining lines, or whole orders. Absent if it sums
   * nothing.
   */
  Counts: z.enum(["lines", "orders"]).optional(),
  /** Scopes needed beside `read_orders`. */
  Scopes: z.array(z.string()).optional(),
  /** Groupings that allow it, without those that need a flag. */
  Groupings: z.array(z.number()),
});
export type ReportColumnInfo = z.infer<typeof ReportColumnInfo>;
