import { createOtherTabs } from "./other-tabs.ts";

/**
 * The configuration was saved in another tab. Sent by its page at each save; received by its open page, and by every tab (`main.tsx`), which reloads
 * its previews.
 */
export const configurationTabs = createOtherTabs<null>("sheaf-configuration");
