import { createOtherTabs } from "./other-tabs.ts";

/**
 * A filter was saved, restored or deleted in another tab of this browser. Told by the filter's editor at each save, and by
 * `resources/filters/history.ts`; heard by an open editor of it (`use-filter-editor.ts`) and by Generate report
 * (`use-chosen-filter.ts`). The lists of the Manager and the history do not hear it: they are read again when their window gets the focus.
 */
export const filterTabs = createOtherTabs<{ filterId: string }>("sheaf-filters");
