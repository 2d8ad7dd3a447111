import { createOtherTabs } from "./other-tabs.ts";

/**
 * A filter was saved, restored or deleted in another tab. Sent by the filter's editor at each save and by `resources/filters/history.ts`; received by
 * its open editor (`use-filter-editor.ts`) and by Generate report (`use-chosen-filter.ts`). The lists of the Manager and the history don't listen:
 * they reload when their window gets the focus.
 */
export const filterTabs = createOtherTabs<{ filterId: string }>("sheaf-filters");
