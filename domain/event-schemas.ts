import { createUpcasters, type Upcaster } from "./core/upcasters.ts";
import type { ExportEvent } from "./export/events.ts";
import type { PrivacyEvent } from "./privacy/events.ts";
import type { ShopEvent } from "./shop/events.ts";
import type { SupportEvent } from "./support/events.ts";
import type { WorkspaceEvent } from "./workspace/events.ts";

/** Every event of Sheaf. */
export type SheafEvent = ShopEvent | WorkspaceEvent | ExportEvent | SupportEvent | PrivacyEvent;

/** Schema version that each event type is written with today. Raising one asks for an upcaster below and a new frozen sample. */
export const eventSchemas: Readonly<Record<SheafEvent["type"], number>> = {
  ShopInstalled: 1,
  ShopAuthorized: 1,
  ShopProfileChanged: 1,
  TierSelected: 1,
  ChargeRequested: 1,
  ChargeActivated: 1,
  ChargeEnded: 1,
  TermsAccepted: 1,
  TermsDeclined: 1,
  MarketingChoiceChanged: 1,
  PreferenceChanged: 1,
  ShopUninstalled: 1,
  ShopErased: 1,
  ReportDesignCreated: 1,
  ReportDesignCloned: 1,
  ReportDesignDeleted: 1,
  ReportDesignsOrdered: 1,
  ReportDesignRestored: 1,
  FilterCreated: 1,
  FilterCloned: 1,
  FilterRenamed: 1,
  FilterStatusChanged: 1,
  FilterSieverChanged: 1,
  FilterDeleted: 1,
  FiltersOrdered: 1,
  FilterRestored: 1,
  AutomationCreated: 1,
  AutomationCloned: 1,
  AutomationChanged: 1,
  AutomationDeleted: 1,
  ExportRequested: 2,
  ExportStarted: 1,
  ExportHandedBack: 1,
  ExportFinished: 1,
  ExportFailed: 1,
  ExportCancelRequested: 1,
  ExportCanceled: 1,
  ExportExpired: 1,
  ExportFileErased: 1,
  SupportMessageSent: 1,
  PrivacyRequestReceived: 1,
  PrivacyRequestCarriedOut: 1,
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
