import type { QueryClient } from "@tanstack/react-query";
import { previewKeys } from "../designs/keys.ts";

/** The configuration with its ETag. */
export const configurationKey = ["configuration"];
/** What the shop may use. Its key stands here, as every page knows this file and none but the designer what that takes. */
export const featuresKey = ["features"];
/** Name under which its draft is kept. */
export const configurationDraft = "configuration";

/** What was read under another configuration is read again before it is shown: dates in previews, and what the shop may use. */
export const forgetWhatDependsOnIt = (client: QueryClient): void => {
  for (const queryKey of [...previewKeys, featuresKey]) void client.invalidateQueries({ queryKey });
};
