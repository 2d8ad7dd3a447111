import { readDestinationTexts } from "#application/deliveries/tokenized-destination.ts";
import { type ConflictDetail, createConflict } from "#domain/core/conflict.ts";
import type { Refusal } from "#domain/core/decider.ts";
import { type PersonalTexts, toErasedPlaintext } from "#domain/filters/personal.ts";
import { destinationOnWire } from "#domain/wire/automations/automation-on-wire.ts";
import type { AutomationDefinition } from "#domain/workspace/automations/automation.ts";
import {
  type AutomationField,
  type AutomationFields,
  toAutomationFields,
} from "#domain/workspace/automations/automation-fields.ts";
import {
  describeAutomationFieldValue,
  getAutomationFieldLabel,
} from "#domain/workspace/automations/automation-text.ts";
import {
  type Destination,
  detokenizeDestination,
  isReference,
  passwordMask,
} from "#domain/workspace/automations/destination.ts";
import type { Vault } from "#infra/ports/stores/vault.ts";

const password: AutomationField = "ReportDestination.Ftp.Password";

const isDestination = (value: unknown): value is Destination =>
  typeof value === "object" && value !== null && "kind" in value;

/** Vault references in a value: a part of a destination, or all of it. */
const referencesIn = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((one): one is string => typeof one === "string" && isReference(one));

/** Returns a field's plaintext value as a page shows it. Never a password. */
const shownOnPage = (field: AutomationField, value: unknown): unknown => {
  if (field === password) return passwordMask;
  return isDestination(value) ? destinationOnWire(value, { Url: null, IsPossible: false }) : value;
};

const detokenizeValue = (value: unknown, texts: PersonalTexts): unknown => {
  if (isDestination(value)) return detokenizeDestination(value, texts);
  const say = (one: unknown) =>
    typeof one === "string" && isReference(one) ? (texts.get(one) ?? toErasedPlaintext(one)) : one;
  return Array.isArray(value) ? value.map(say) : say(value);
};

/**
 * Turns a conflict's values into plaintext. The refusal has the current values tokenized, and not the wanted ones,
 * which the call has sent. Neither has passwords.
 * @param sent the definition that was asked for, in plaintext
 */
export const detokenizeConflict = async (
  vault: Pick<Vault, "readAll">,
  refusal: Refusal,
  sent: AutomationDefinition,
): Promise<Refusal> => {
  if (refusal.code !== "conflict" || refusal.details === undefined) return refusal;
  const details = JSON.parse(refusal.details) as ConflictDetail<AutomationFields>[];
  const whole = details.flatMap(({ current }) => (isDestination(current) ? [current] : []));
  const parts = details.flatMap(({ field, current }) => (field === password ? [] : referencesIn(current)));
  const [texts, ofParts] = await Promise.all([
    readDestinationTexts(vault, ...whole),
    parts.length === 0 ? new Map<string, string>() : vault.readAll(parts),
  ]);
  const known = new Map([...texts, ...ofParts]);
  const wanted = { ...toAutomationFields(sent, true), ...toAutomationFields(sent, false) };
  return createConflict<AutomationFields>(
    details.map((detail) => ({
      ...detail,
      current: shownOnPage(detail.field, detokenizeValue(detail.current, known)),
      wanted: shownOnPage(detail.field, wanted[detail.field]),
    })),
    {
      field: getAutomationFieldLabel,
      value: (field, value) =>
        describeAutomationFieldValue(
          field,
          typeof value === "object" && value !== null && "Destination" in value ? value.Destination : value,
        ),
    },
  );
};
