import { type Refusal, refuse } from "../../core/decider.ts";
import type { EventMetadata } from "../../core/message.ts";
import { DestinationKind } from "../../enumerations.ts";
import type { AutomationAccessEvent } from "../events.ts";
import type { CommandOf, Decision } from "../item-kind.ts";
import { findItem } from "../items.ts";
import { refuseUnknown } from "../refusals.ts";
import type { Automation, AutomationAccess } from "../state.ts";
import { automationKind } from "./automations.ts";
import { findSetup } from "./destination.ts";

/** Refuses an operation of another kind of destination. */
export const refuseWrongDestination = (kind: "FTP" | "Webhook"): Refusal =>
  refuse("rule", `This automated report doesn't go to ${kind}. Choose ${kind} as its destination first.`);

/** Milliseconds. Views of a secret within them count as one, such as page reloads. */
const viewMergeWindowMs = 60_000;

const accessOf: Readonly<Record<AutomationAccessEvent["type"], AutomationAccess>> = {
  WebhookSecretShown: "secret-shown",
  WebhookSecretRenewed: "secret-renewed",
  ServerKeyForgotten: "key-forgotten",
};

export const recordAccess = (
  { automationId, did, context }: CommandOf<"NoteAutomationAccess">,
  state: Parameters<typeof findItem<Automation>>[1],
): Decision => {
  const automation = findItem(automationKind, state, automationId);
  if (!automation) return refuseUnknown(automationKind.name);
  const { accessed } = automation;
  if (did === "key-forgotten") {
    const server = findSetup(automation, DestinationKind.Ftp);
    return server
      ? [{ type: "ServerKeyForgotten", data: { automationId, host: server.host } }]
      : refuseWrongDestination("FTP");
  }
  if (!findSetup(automation, DestinationKind.Webhook)) return refuseWrongDestination("Webhook");
  if (did === "secret-renewed") return [{ type: "WebhookSecretRenewed", data: { automationId } }];
  const since = accessed?.did === did ? Date.parse(context.instant) - Date.parse(accessed.at) : viewMergeWindowMs;
  return since >= 0 && since < viewMergeWindowMs ? [] : [{ type: "WebhookSecretShown", data: { automationId } }];
};

/** Leaves the definition and its version unchanged. */
export const evolveAccess = (
  automations: readonly Automation[],
  { type, data }: AutomationAccessEvent,
  { instant }: EventMetadata,
): readonly Automation[] =>
  automations.map((automation) =>
    automation.automationId === data.automationId
      ? { ...automation, accessed: { did: accessOf[type], at: instant } }
      : automation,
  );
