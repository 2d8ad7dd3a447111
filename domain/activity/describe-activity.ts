import { type ConsoleEvent, consoleEventSchemas } from "../console/events.ts";
import { type DomainEvent, type EventSchemas, listEventTypes } from "../core/message.ts";
import { resolveZone } from "../dates/resolve-zone.ts";
import type { SheafEvent } from "../event-schemas.ts";
import { describeExportEvent } from "../export/describe-export-event.ts";
import { type ExportEvent, exportEventSchemas } from "../export/events.ts";
import {
  type GrantEvent,
  grantEventSchemas,
  type ImpersonationEvent,
  impersonationEventSchemas,
} from "../impersonation/events.ts";
import { describeLedgerEvent } from "../ledger/describe-ledger-event.ts";
import { type LedgerEvent, ledgerEventSchemas } from "../ledger/events.ts";
import { type LocalStatusEvent, localStatusEventSchemas } from "../local-status/events.ts";
import { type PrivacyEvent, privacyEventSchemas } from "../privacy/events.ts";
import { describeRunEvent } from "../run/describe-run-event.ts";
import { type RunEvent, runEventSchemas } from "../run/events.ts";
import { type ShopEvent, shopEventSchemas } from "../shop/events.ts";
import { type SupportEvent, supportEventSchemas } from "../support/events.ts";
import {
  type AutomationAccessEvent,
  type AutomationEvent,
  automationAccessSchemas,
  automationEventSchemas,
  type DesignEvent,
  designEventSchemas,
  type FilterEvent,
  filterEventSchemas,
} from "../workspace/events.ts";
import { describeAccountEvent } from "./describe-account-event.ts";
import {
  describeConsoleEvent,
  describeGrantEvent,
  describeImpersonationEvent,
  describeLocalStatusEvent,
  describePrivacyEvent,
  describeSupportMessage,
  getActItem,
} from "./describe-support-event.ts";
import { aboutInWorkspace, describeWorkspaceEvent } from "./describe-workspace-event.ts";
import type { ActivitySubject } from "./subjects.ts";

type Presentation<Event> = {
  thing: ActivitySubject;
  /** Returns the item's id, or null. */
  about(event: Event, stream: string): string | null;
  /** `zone`: a known IANA zone. */
  describe(event: Event, zone: string): string;
};

const presentFamily = <Event extends DomainEvent>(schemas: EventSchemas<Event>, presentation: Presentation<Event>) =>
  Object.fromEntries(listEventTypes(schemas).map((type) => [type, presentation])) as unknown as Readonly<
    Record<Event["type"], Presentation<SheafEvent>>
  >;

const noSubject = () => null;
/** Returns the id in a stream name `{category}-{id}`. */
const streamIdOf = (category: string) => (_event: unknown, stream: string) => stream.slice(category.length + 1);

const inWorkspace = { about: aboutInWorkspace, describe: describeWorkspaceEvent };
const { PreferenceChanged, AlertAddressChanged } = shopEventSchemas;
type Configured = Extract<ShopEvent, { type: "PreferenceChanged" | "AlertAddressChanged" }>;

/** A missing event type doesn't compile. */
const presentations: Readonly<Record<SheafEvent["type"], Presentation<SheafEvent>>> = {
  ...presentFamily<ShopEvent>(shopEventSchemas, { thing: "account", about: noSubject, describe: describeAccountEvent }),
  ...presentFamily<Configured>(
    { PreferenceChanged, AlertAddressChanged },
    { thing: "configuration", about: noSubject, describe: describeAccountEvent },
  ),
  ...presentFamily<DesignEvent>(designEventSchemas, { thing: "design", ...inWorkspace }),
  ...presentFamily<FilterEvent>(filterEventSchemas, { thing: "filter", ...inWorkspace }),
  ...presentFamily<AutomationEvent>(automationEventSchemas, { thing: "automation", ...inWorkspace }),
  ...presentFamily<AutomationAccessEvent>(automationAccessSchemas, { thing: "automation", ...inWorkspace }),
  ...presentFamily<LedgerEvent>(ledgerEventSchemas, {
    thing: "automation",
    about: streamIdOf("automation"),
    describe: describeLedgerEvent,
  }),
  ...presentFamily<RunEvent>(runEventSchemas, {
    thing: "run",
    about: streamIdOf("run"),
    describe: (event, zone) => describeRunEvent(event, { zone }),
  }),
  ...presentFamily<ExportEvent>(exportEventSchemas, {
    thing: "export",
    about: streamIdOf("export"),
    describe: describeExportEvent,
  }),
  ...presentFamily<LocalStatusEvent>(localStatusEventSchemas, {
    thing: "order",
    about: ({ data }) => data.orderId,
    describe: describeLocalStatusEvent,
  }),
  ...presentFamily<PrivacyEvent>(privacyEventSchemas, {
    thing: "privacy",
    about: streamIdOf("privacy"),
    describe: describePrivacyEvent,
  }),
  ...presentFamily<SupportEvent>(supportEventSchemas, {
    thing: "support",
    about: noSubject,
    describe: describeSupportMessage,
  }),
  ...presentFamily<ConsoleEvent>(consoleEventSchemas, {
    thing: "support",
    about: getActItem,
    describe: describeConsoleEvent,
  }),
  ...presentFamily<ImpersonationEvent>(impersonationEventSchemas, {
    thing: "support",
    about: streamIdOf("impersonation"),
    describe: describeImpersonationEvent,
  }),
  ...presentFamily<GrantEvent>(grantEventSchemas, { thing: "support", about: noSubject, describe: describeGrantEvent }),
};

/** Returns the subject of a stream's event. */
export const toActivitySubject = (
  event: SheafEvent,
  stream: string,
): { thing: ActivitySubject; about: string | null } => {
  const { thing, about } = presentations[event.type];
  return { thing, about: about(event, stream) };
};

/** No clock shows the same time in both zones, so a sentence equal in both contains no time. */
const extremeZones = ["Etc/GMT+12", "Etc/GMT-14"] as const;

/**
 * Describes an event to support, without personal texts and secrets. `zone`: the shop's, as the platform names it. A
 * sentence with a time names the zone, since the console shows all other times in UTC (ADR 95).
 */
export const describeActivity = (event: SheafEvent, zone: string): string => {
  const describeIn = (where: string): string => presentations[event.type].describe(event, where);
  const shopZone = resolveZone(zone);
  const [one, other] = extremeZones;
  return describeIn(one) === describeIn(other)
    ? describeIn(shopZone)
    : `${describeIn(shopZone)} Shop time: ${shopZone}.`;
};
