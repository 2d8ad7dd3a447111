import { createOtherTabs } from "./other-tabs.ts";

/**
 * Event: an automated report was saved, started, restored or deleted. Sent by its editor and by
 * `resources/automations/history.ts`; received by its open editor (`automation-editor/use-automation-editor.ts`).
 */
export const automationTabs = createOtherTabs<{ automationId: string }>("sheaf-automations");
