import { resolveFeatures, shopFlags } from "./features.ts";

/** A shop with every optional feature. */
export const everyFeature = resolveFeatures({ flags: shopFlags, allowExperimental: true });
/** A shop without flags. */
export const noFeature = resolveFeatures({ flags: [], allowExperimental: false });
