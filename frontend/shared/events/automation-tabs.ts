import { createOtherTabs } from "./other-tabs.ts";

/**
 * An automated report was saved, started, restored or deleted in another tab of this browser. Told by its editor, and by
 * `resources/automations/history.ts`; heard by an open editor of it (`automation-editor/use-automation-editor.ts`).
 */
export const automationTabs = createOtherTabs<{ automationId: string }>("sheaf-automations");
