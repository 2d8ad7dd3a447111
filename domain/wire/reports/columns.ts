import { z } from "zod";

/** A column as `GET data/columns` tells of it, to anybody (S-1.2.1). */
export const ReportColumnInfo = z.strictObject({
  /** The key of the catalogue, which XML files name their elements by. */
  Column: z.string(),
  Name: z.string(),
  Description: z.string(),
  /** Empty when there is nothing special to know. */
  Note: z.string(),
  Category: z.number(),
  Type: z.number(),
  /** What its values are, more exactly than the type: instants are of the type Text. */
  ValueKind: z.enum(["text", "number", "datetime"]),
  /** Place of the group that makes it slow, -1 when it is not. */
  SlowColumn: z.number(),
  /** What its figures add up where a filter leaves lines out: the lines left, or whole orders; absent where it adds nothing up. */
  Counts: z.enum(["lines", "orders"]).optional(),
  /** Scopes that the shop must have granted for it beside `read_orders`; absent where there are none. */
  Scopes: z.array(z.string()).optional(),
  /** Groupings in which it can stand; of those that need a flag nothing is said. */
  Groupings: z.array(z.number()),
});
export type ReportColumnInfo = z.infer<typeof ReportColumnInfo>;
