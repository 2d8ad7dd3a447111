import { createOtherTabs } from "./other-tabs.ts";

/**
 * A report design was saved, restored or deleted in another tab. Sent by the designer at each save and by `resources/designs/history.ts`; received by
 * its open designer (`report-designer/session/use-design-editor.ts`).
 */
export const designTabs = createOtherTabs<{ designId: string }>("sheaf-designs");
