import { createOtherTabs } from "./other-tabs.ts";

/**
 * Signals that another tab saved, restored or deleted a report design. Sent by the designer and by
 * `resources/designs/history.ts`; received by its open designer (`report-designer/session/use-design-editor.ts`).
 */
export const designTabs = createOtherTabs<{ designId: string }>("sheaf-designs");
