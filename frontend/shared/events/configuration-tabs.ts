import { createOtherTabs } from "./other-tabs.ts";

/**
 * Event: the configuration was saved. Sent by its page; received by its open page, and by every tab (`main.tsx`), which
 * reloads its previews.
 */
export const configurationTabs = createOtherTabs<null>("sheaf-configuration");
