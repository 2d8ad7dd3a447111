import { z } from "zod";
import { groupingsOffered } from "../designs/validate.ts";
import { Grouping } from "../enumerations.ts";
import type { Features } from "../shop/features.ts";

/** Answer of `appData/getFeatures`. */
export const FeaturesData = z.strictObject({
  CustomColumnEditor: z.boolean(),
  Groupings: z.array(z.enum(Grouping)),
});
export type ShopFeatures = z.infer<typeof FeaturesData>;

/** `Groupings`: those that reports can have and the shop may use. */
export const featuresOnWire = ({ customColumnEditor, groupings }: Features): ShopFeatures => ({
  CustomColumnEditor: customColumnEditor,
  Groupings: groupingsOffered.filter((grouping) => groupings.includes(grouping)),
});
