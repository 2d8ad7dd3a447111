import { createOtherTabs } from "./other-tabs.ts";

/**
 * The configuration was saved in another tab of this browser. Told by its page at each save; heard by an open page of it, and by every
 * tab (`main.tsx`), which reads its previews anew.
 */
export const configurationTabs = createOtherTabs<null>("sheaf-configuration");
