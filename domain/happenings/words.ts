import { type ConsoleEvent, consoleEventSchemas } from "../console/events.ts";
import { type DomainEvent, type EventSchemas, eventTypes } from "../core/message.ts";
import { knownZone } from "../dates/known-zone.ts";
import type { SheafEvent } from "../event-schemas.ts";
import { type ExportEvent, exportEventSchemas } from "../export/events.ts";
import { exportSentence } from "../export/sentences.ts";
import {
  type GrantEvent,
  grantEventSchemas,
  type ImpersonationEvent,
  impersonationEventSchemas,
} from "../impersonation/events.ts";
import { type LedgerEvent, ledgerEventSchemas } from "../ledger/events.ts";
import { ledgerSentence } from "../ledger/sentences.ts";
import { type LocalStatusEvent, localStatusEventSchemas } from "../local-status/events.ts";
import { type PrivacyEvent, privacyEventSchemas } from "../privacy/events.ts";
import { type RunEvent, runEventSchemas } from "../run/events.ts";
import { runSentence } from "../run/sentences.ts";
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
import { accountWords } from "./account-words.ts";
import {
  aboutAct,
  consoleWords,
  grantWords,
  localStatusSaid,
  lookWords,
  messageWords,
  privacyWords,
} from "./support-words.ts";
import type { HappeningThing } from "./things.ts";
import { aboutInWorkspace, workspaceWords } from "./workspace-words.ts";

/**
 * Presentation of an event family in a shop's activity. `about`: the item's id; null if none. `zone`: a known time
 * zone.
 */
type Told<Event> = {
  thing: HappeningThing;
  about(event: Event, stream: string): string | null;
  words(event: Event, zone: string): string;
};

const family = <Event extends DomainEvent>(schemas: EventSchemas<Event>, told: Told<Event>) =>
  Object.fromEntries(eventTypes(schemas).map((type) => [type, told])) as unknown as Readonly<
    Record<Event["type"], Told<SheafEvent>>
  >;

const nothing = () => null;
/** The id in a stream name `{category}-{id}`. */
const idIn = (category: string) => (_event: unknown, stream: string) => stream.slice(category.length + 1);

const inWorkspace = { about: aboutInWorkspace, words: workspaceWords };
const { PreferenceChanged, AlertAddressChanged } = shopEventSchemas;
type Configured = Extract<ShopEvent, { type: "PreferenceChanged" | "AlertAddressChanged" }>;

/** The presentation of every event type. A missing type doesn't compile. */
const told: Readonly<Record<SheafEvent["type"], Told<SheafEvent>>> = {
  ...family<ShopEvent>(shopEventSchemas, { thing: "account", about: nothing, words: accountWords }),
  ...family<Configured>(
    { PreferenceChanged, AlertAddressChanged },
    { thing: "configuration", about: nothing, words: accountWords },
  ),
  ...family<DesignEvent>(designEventSchemas, { thing: "design", ...inWorkspace }),
  ...family<FilterEvent>(filterEventSchemas, { thing: "filter", ...inWorkspace }),
  ...family<AutomationEvent>(automationEventSchemas, { thing: "automation", ...inWorkspace }),
  ...family<AutomationAccessEvent>(automationAccessSchemas, { thing: "automation", ...inWorkspace }),
  ...family<LedgerEvent>(ledgerEventSchemas, {
    thing: "automation",
    about: idIn("automation"),
    words: ledgerSentence,
  }),
  ...family<RunEvent>(runEventSchemas, {
    thing: "run",
    about: idIn("run"),
    words: (event, zone) => runSentence(event, { zone }),
  }),
  ...family<ExportEvent>(exportEventSchemas, { thing: "export", about: idIn("export"), words: exportSentence }),
  ...family<LocalStatusEvent>(localStatusEventSchemas, {
    thing: "order",
    about: ({ data }) => data.orderId,
    words: localStatusSaid,
  }),
  ...family<PrivacyEvent>(privacyEventSchemas, { thing: "privacy", about: idIn("privacy"), words: privacyWords }),
  ...family<SupportEvent>(supportEventSchemas, { thing: "support", about: nothing, words: messageWords }),
  ...family<ConsoleEvent>(consoleEventSchemas, { thing: "support", about: aboutAct, words: consoleWords }),
  ...family<ImpersonationEvent>(impersonationEventSchemas, {
    thing: "support",
    about: idIn("impersonation"),
    words: lookWords,
  }),
  ...family<GrantEvent>(grantEventSchemas, { thing: "support", about: nothing, words: grantWords }),
};

/** The subject of a stream's event. */
export const subjectOf = (event: SheafEvent, stream: string): { thing: HappeningThing; about: string | null } => {
  const { thing, about } = told[event.type];
  return { thing, about: about(event, stream) };
};

/** No clock shows the same time in both. A sentence that is equal in both contains no time. */
const farApart = ["Etc/GMT+12", "Etc/GMT-14"] as const;

/**
 * An event as a sentence for support, without personal texts and secrets. `zone`: the shop's, as the platform names it.
 * A sentence with a time names the zone, since all other times in the console are UTC (ADR 95).
 */
export const happeningWords = (event: SheafEvent, zone: string): string => {
  const said = (where: string): string => told[event.type].words(event, where);
  const shops = knownZone(zone);
  const [one, other] = farApart;
  return said(one) === said(other) ? said(shops) : `${said(shops)} Shop time: ${shops}.`;
};
