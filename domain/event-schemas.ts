import { type ConsoleEvent, consoleEventSchemas } from "./console/events.ts";
import { createUpcasters, type Upcaster } from "./core/upcasters.ts";
import { type ExportEvent, exportEventSchemas } from "./export/events.ts";
import type { FilterFacts } from "./filters/filter.ts";
import { migrateSievers, migrateValues } from "./filters/migrate-literal-stars.ts";
import {
  type GrantEvent,
  grantEventSchemas,
  type ImpersonationEvent,
  impersonationEventSchemas,
} from "./impersonation/events.ts";
import { type LedgerEvent, ledgerEventSchemas } from "./ledger/events.ts";
import { type LocalStatusEvent, localStatusEventSchemas } from "./local-status/events.ts";
import { type PrivacyEvent, privacyEventSchemas } from "./privacy/events.ts";
import { type RunEvent, runEventSchemas } from "./run/events.ts";
import { type ShopEvent, shopEventSchemas } from "./shop/events.ts";
import { type SupportEvent, supportEventSchemas } from "./support/events.ts";
import { type WorkspaceEvent, workspaceEventSchemas } from "./workspace/events.ts";

/** Every event of Sheaf. */
export type SheafEvent =
  | ShopEvent
  | WorkspaceEvent
  | ExportEvent
  | LedgerEvent
  | RunEvent
  | SupportEvent
  | LocalStatusEvent
  | PrivacyEvent
  | ConsoleEvent
  | ImpersonationEvent
  | GrantEvent;

/** Current schema of every event type. Raising one needs an upcaster below and a new frozen sample. */
export const eventSchemas: Readonly<Record<SheafEvent["type"], number>> = {
  ...shopEventSchemas,
  ...workspaceEventSchemas,
  ...exportEventSchemas,
  ...ledgerEventSchemas,
  ...runEventSchemas,
  ...supportEventSchemas,
  ...localStatusEventSchemas,
  ...privacyEventSchemas,
  ...consoleEventSchemas,
  ...impersonationEventSchemas,
  ...grantEventSchemas,
};

/** Escapes stars in filters saved before stars were wildcards (ADR 53). */
const upcastLiteralStars = (type: "FilterCreated" | "FilterCloned" | "FilterRestored"): Upcaster => ({
  type,
  from: 1,
  upcast: (data) => {
    const facts = data as FilterFacts;
    return { ...facts, sievers: migrateSievers(facts.sievers) };
  },
});

const upcasterSteps: readonly Upcaster[] = [
  upcastLiteralStars("FilterCreated"),
  upcastLiteralStars("FilterCloned"),
  upcastLiteralStars("FilterRestored"),
  {
    type: "FilterSieverChanged",
    from: 1,
    upcast: (data) => {
      const change = data as { siever: number; from: string[]; to: string[] };
      const today = (values: string[]) => migrateValues(change.siever, values);
      return { ...change, from: today(change.from), to: today(change.to) };
    },
  },
  {
    type: "ChargeEnded",
    from: 1,
    upcast: (data) => ({ ...(data as object), left: "none" }),
  },
  {
    type: "ExportRequested",
    from: 1,
    upcast: (data) => ({ ...(data as object), asked: null }),
  },
];

/** Upcasters for events of every age. */
export const upcasters = createUpcasters(eventSchemas, upcasterSteps);
