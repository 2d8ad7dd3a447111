import { createOtherTabs } from "./other-tabs.ts";

/** A filter was saved in another tab of this browser. */
export const filterTabs = createOtherTabs<{ filterId: string }>("sheaf-filters");
