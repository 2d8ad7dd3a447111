import { z } from "zod";
import { LocalStatus } from "../../enumerations.ts";

/** An order by its number, or as the platform names it; one form of each, so that no order has two statuses. */
const OrderId = z
  .string()
  .regex(
    /^(?:gid:\/\/shopify\/Order\/)?[1-9]\d{0,19}$/,
    "must be the id of an order, as the rows of a preview name it",
  );

/** What a shop says of one of its orders. */
export const LocalStatusPayload = z.strictObject({
  OrderId,
  LocalStatus: z.enum(LocalStatus),
  /** What whoever chose it had before them; without it, what stands there counts as seen (D-4). */
  Seen: z.enum(LocalStatus).optional(),
});

/** The order by its number, with the status that it now has. */
export const LocalStatusData = z.strictObject({ OrderId: z.string(), LocalStatus: z.enum(LocalStatus) });
export type LocalStatusOfOrder = z.infer<typeof LocalStatusData>;

/** What was said of an order: when (ISO instant), and by whom as merchants read it. */
export const LocalStatusHistoryData = z.array(
  z.strictObject({ At: z.string(), By: z.string(), From: z.enum(LocalStatus), To: z.enum(LocalStatus) }),
);
export type LocalStatusHistory = z.infer<typeof LocalStatusHistoryData>;
