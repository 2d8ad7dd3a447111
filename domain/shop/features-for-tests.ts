import { featuresOf, shopFlags } from "./features.ts";

/** A shop with every optional feature. */
export const everyFeature = featuresOf({ flags: shopFlags, allowExperimental: true });
/** A shop without flags. */
export const noFeature = featuresOf({ flags: [], allowExperimental: false });
