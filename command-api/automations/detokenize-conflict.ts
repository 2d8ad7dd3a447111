import { readDestinationTexts } from "#application/deliveries/tokenized-destination.ts";
import { type ConflictDetail, createConflict } from "#domain/core/conflict.ts";
import type { Refusal } from "#domain/core/decider.ts";
import { type PersonalTexts, toErasedPlaintext } from "#domain/filters/personal.ts";
import { destinationOnWire } from "#domain/wire/automations/automation-on-wire.ts";
import type { AutomationDefinition } from "#domain/workspace/automations/automation.ts";
import {
  type AutomationField,
  type AutomationFields,
  secretFields,
  toAutomationFields,
} from "#domain/workspace/automations/automation-fields.ts";
import {
  describeAutomationFieldValue,
  getAutomationFieldLabel,
} from "#domain/workspace/automations/automation-text.ts";
import {
  type Destination,
  detokenizeDestination,
  isReadableReference,
  isSecretReference,
  passwordMask,
} from "#domain/workspace/automations/destination.ts";
import type { Vault } from "#infra/ports/stores/vault.ts";

const secrets: ReadonlySet<AutomationField> = new Set(secretFields);

const isDestination = (value: unknown): value is Destination =>
  typeof value === "object" && value !== null && "kind" in value;

/** References in a value, except those to secrets. */
const referencesIn = (value: unknown): string[] => (Array.isArray(value) ? value : [value]).filter(isReadableReference);

/** Returns a value for the page, never a secret. */
const shownOnPage = (isSecret: boolean, value: unknown): unknown => {
  if (isSecret) return passwordMask;
  return isDestination(value) ? destinationOnWire(value, { Url: null, IsPossible: false }) : value;
};

const detokenizeValue = (value: unknown, texts: PersonalTexts): unknown => {
  if (isDestination(value)) return detokenizeDestination(value, texts);
  const say = (one: unknown) => (isReadableReference(one) ? (texts.get(one) ?? toErasedPlaintext(one)) : one);
  return Array.isArray(value) ? value.map(say) : say(value);
};

/**
 * Turns a conflict's values into plaintext. The refusal has the current values tokenized, and lacks the wanted ones.
 * Neither has secrets.
 * @param sent the requested definition, in plaintext
 */
export const detokenizeConflict = async (
  vault: Pick<Vault, "readAll">,
  refusal: Refusal,
  sent: AutomationDefinition,
): Promise<Refusal> => {
  if (refusal.code !== "conflict" || refusal.details === undefined) return refusal;
  const details = JSON.parse(refusal.details) as ConflictDetail<AutomationFields>[];
  const whole = details.flatMap(({ current }) => (isDestination(current) ? [current] : []));
  const parts = details.flatMap(({ current }) => referencesIn(current));
  const [texts, ofParts] = await Promise.all([
    readDestinationTexts(vault, ...whole),
    parts.length === 0 ? new Map<string, string>() : vault.readAll(parts),
  ]);
  const known = new Map([...texts, ...ofParts]);
  const wanted = { ...toAutomationFields(sent, true), ...toAutomationFields(sent, false) };
  return createConflict<AutomationFields>(
    details.map((detail) => {
      const isSecret = secrets.has(detail.field) || isSecretReference(detail.current);
      return {
        ...detail,
        current: shownOnPage(isSecret, detokenizeValue(detail.current, known)),
        wanted: shownOnPage(isSecret, wanted[detail.field]),
      };
    }),
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
