import { createOtherTabs } from "./other-tabs.ts";

/**
 * A report design was saved, restored or deleted in another tab of this browser. Told by the designer at each save, and by
 * `resources/designs/history.ts`; heard by an open designer of it (`report-designer/session/use-design-editor.ts`).
 */
export const designTabs = createOtherTabs<{ designId: string }>("sheaf-designs");
