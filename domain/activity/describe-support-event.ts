import { actOfJobEvent, describeAct, type JobAct } from "../console/acts.ts";
import type { ConsoleEvent } from "../console/events.ts";
import type { GrantEvent, ImpersonationEnd, ImpersonationEvent } from "../impersonation/events.ts";
import type { LocalStatusEvent } from "../local-status/events.ts";
import { localStatusLabels } from "../local-status/labels.ts";
import type { PrivacyEvent, PrivacyOutcome, PrivacyRequestKind } from "../privacy/events.ts";
import type { SupportEvent } from "../support/events.ts";
import { quoteText } from "../text/quote-text.ts";

const describeJobAct: Readonly<Record<JobAct, (kind: string) => string>> = {
  "try-again": (kind) => `Had the job ${quoteText(kind)} tried again.`,
  drop: (kind) => `Dropped the job ${quoteText(kind)}.`,
};

/** Describes a console act. */
export const describeConsoleEvent = (event: ConsoleEvent): string => {
  switch (event.type) {
    case "AgentSignedIn":
      return `Signed in as ${event.data.role}.`;
    case "AgentSignedOut":
      return event.data.everywhere ? "Signed out everywhere." : "Signed out.";
    case "ShopLookedAt":
      return "Looked at the shop.";
    case "ShopImpersonated":
      return "Asked to see the shop as the merchant.";
    case "JobTriedAgain":
    case "JobDropped":
      return describeJobAct[actOfJobEvent[event.type]](event.data.kind);
    case "ParkedTriedAgain":
      return `Had a parked document of ${quoteText(event.data.collection)} tried again.`;
    case "JobActRefused":
      return `Refused, so nothing changed: ${describeJobAct[event.data.act](event.data.kind)}`;
    case "JobActUnconfirmed":
      return `Sheaf doesn't know if this was done: ${describeJobAct[event.data.act](event.data.kind)}`;
    case "AgentActed":
      return `${describeAct(event.data.act, event.data.about, event.data)}.`;
    case "AgentActRefused":
      return `Refused, so nothing changed: ${describeAct(event.data.act, event.data.about, event.data)}.`;
  }
};

const endDescriptions: Readonly<Record<ImpersonationEnd, string>> = {
  agent: "Ended the support session.",
  merchant: "The merchant ended the support session.",
  "sign-out": "The support session ended at sign-out.",
};

/** Describes an event of an impersonation session. */
export const describeImpersonationEvent = (event: ImpersonationEvent): string => {
  switch (event.type) {
    case "ImpersonationAllowed":
      return "A one-time link to see the shop as the merchant was issued.";
    case "ImpersonationBegun":
      return "A support session began.";
    case "ImpersonationEnded":
      return endDescriptions[event.data.by];
  }
};

export const describeGrantEvent = (event: GrantEvent): string =>
  event.type === "SupportChangesStopped"
    ? "Support may no longer make changes."
    : `Support may make changes for ${event.data.hours === 1 ? "1 hour" : `${event.data.hours} hours`}.`;

/** Returns the item that an act names, if any. */
export const getActItem = ({ data }: ConsoleEvent): string | null => ("about" in data ? data.about : null);

export const describeSupportMessage = (_event: SupportEvent): string => "The shop wrote to support.";

export const describeLocalStatusEvent = (event: LocalStatusEvent): string =>
  event.type === "LocalStatusErased"
    ? "Its local status was erased."
    : `Its local status is ${quoteText(localStatusLabels[event.data.to])}.`;

const requestDescriptions: Readonly<Record<PrivacyRequestKind, string>> = {
  "customer-data": "The platform asked what data is kept about a customer.",
  "customer-erasure": "The platform asked to erase a customer's data.",
  "shop-erasure": "The platform asked to erase the shop's data.",
};
const outcomeDescriptions: Readonly<Record<PrivacyOutcome, string>> = {
  "carried-out": "The request was carried out",
  "nothing-kept": "The request ended, because no data is kept",
  obsolete: "The request ended, because the shop is installed",
  "subject-lost": "The request was carried out for every file, because the record of whom it was about is lost",
};

export const describePrivacyEvent = (event: PrivacyEvent): string => {
  if (event.type === "PrivacyRequestReceived") return requestDescriptions[event.data.kind];
  if (event.type === "PrivacyExportsNamed") return `Exports found by the request: ${event.data.exports.length}.`;
  const { outcome, counts } = event.data;
  return `${outcomeDescriptions[outcome]}: ${counts.exports} exports found, ${counts.files} files and ${counts.values} values.`;
};
