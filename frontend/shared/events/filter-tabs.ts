import { createOtherTabs } from "./other-tabs.ts";

/**
 * Event: a filter was saved, restored or deleted. Sent by its editor and by `resources/filters/history.ts`; received by
 * its open editor (`use-filter-editor.ts`) and by Generate report (`use-chosen-filter.ts`). Lists reload on window
 * focus instead.
 */
export const filterTabs = createOtherTabs<{ filterId: string }>("sheaf-filters");
