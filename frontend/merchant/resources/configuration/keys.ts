import type { QueryClient } from "@tanstack/react-query";
import { previewKeys } from "../designs/keys.ts";

/** The configuration with its ETag. */
export const configurationKey = ["configuration"];
/**
 * The shop's features. The key is here because every page loads this file, but only the designer loads the features'
 * code.
 */
export const featuresKey = ["features"];
/** Storage name of the configuration's draft. */
export const configurationDraft = "configuration";

/** The configuration decides dates in previews, and the shop's features. */
export const invalidateDependents = (client: QueryClient): void => {
  for (const queryKey of [...previewKeys, featuresKey]) void client.invalidateQueries({ queryKey });
};
