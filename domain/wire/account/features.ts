import { z } from "zod";
import { groupingsFor } from "../../designs/feature-problems.ts";
import { Grouping } from "../../enumerations.ts";
import type { Features } from "../../shop/features.ts";

/** Response of `appData/getFeatures`. */
export const FeaturesData = z.strictObject({
  CustomColumnEditor: z.boolean(),
  Groupings: z.array(z.enum(Grouping)),
});
export type ShopFeatures = z.infer<typeof FeaturesData>;

/** `Groupings`: those that reports support and the shop may use. */
export const featuresOnWire = (features: Features): ShopFeatures => ({
  CustomColumnEditor: features.customColumnEditor,
  Groupings: [...groupingsFor(features)],
});
