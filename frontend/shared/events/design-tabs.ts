import { createOtherTabs } from "./other-tabs.ts";

/**
 * Event: a report design was saved, restored or deleted. Sent by the designer and by `resources/designs/history.ts`;
 * received by its open designer (`report-designer/session/use-design-editor.ts`).
 */
export const designTabs = createOtherTabs<{ designId: string }>("sheaf-designs");
