import { createUpcasters, type Upcaster } from "./core/upcasters.ts";
import { type ExportEvent, exportEventSchemas } from "./export/events.ts";
import { type LocalStatusEvent, localStatusEventSchemas } from "./local-status/events.ts";
import { type PrivacyEvent, privacyEventSchemas } from "./privacy/events.ts";
import { type ShopEvent, shopEventSchemas } from "./shop/events.ts";
import { type SupportEvent, supportEventSchemas } from "./support/events.ts";
import { type WorkspaceEvent, workspaceEventSchemas } from "./workspace/events.ts";

/** Every event of Sheaf. */
export type SheafEvent = ShopEvent | WorkspaceEvent | ExportEvent | SupportEvent | LocalStatusEvent | PrivacyEvent;

/**
 * Every event type with the schema that it is written with today, stream by stream. Raising one asks for an upcaster below and a new
 * frozen sample.
 */
export const eventSchemas: Readonly<Record<SheafEvent["type"], number>> = {
  ...shopEventSchemas,
  ...workspaceEventSchemas,
  ...exportEventSchemas,
  ...supportEventSchemas,
  ...localStatusEventSchemas,
  ...privacyEventSchemas,
};

const steps: readonly Upcaster[] = [
  {
    type: "ExportRequested",
    from: 1,
    upcast: (data) => ({ ...(data as object), asked: null }),
  },
];

/** How this version of Sheaf reads events of every age. */
export const upcasters = createUpcasters(eventSchemas, steps);
