import type { EventMetadata } from "../../core/message.ts";
import type { AutomationEvent } from "../events.ts";
import type { Automation, AutomationFacts, PlannedSince } from "../state.ts";
import { type Change, trackChanged, trackCreated, trackRestored } from "../track-changes.ts";
import type { AutomationDefinition } from "./automation.ts";
import { fieldsChangedBy } from "./automation-change.ts";
import { toAutomationFields, wholeDestination, withFields } from "./automation-fields.ts";
import { toDefinition } from "./automations.ts";
import { appendPlan } from "./plan-history.ts";

const hasId =
  ({ automationId }: { automationId: string }) =>
  (automation: Automation) =>
    automation.automationId === automationId;

const createAutomationState = (facts: AutomationFacts, change: Change): Automation => {
  const createdAt = change.by.instant;
  return { ...trackCreated(facts, change), createdAt, planned: appendPlan([], facts, createdAt) };
};

const applyEdit = (
  automation: Automation,
  event: Parameters<typeof fieldsChangedBy>[0],
): Partial<AutomationDefinition> => {
  const { type, data } = event;
  if (type === "AutomationScheduleChanged") return { schedule: data.to };
  if (type === "AutomationDestinationChanged")
    return { destination: data.to, ...(data.from.kind !== data.to.kind && { next: null }) };
  if (type === "AutomationNextDestinationChanged") return { next: data.to };
  const fields = Object.fromEntries(fieldsChangedBy(event).map(({ field, to }) => [field, to]));
  return withFields(toDefinition(automation), fields);
};

/** Keeps the order of creation. */
export const evolveAutomations = (
  automations: readonly Automation[],
  event: AutomationEvent,
  { actor, instant }: EventMetadata,
  version: number,
): readonly Automation[] => {
  const change: Change = { by: { actor, instant }, version };
  const { type, data } = event;
  switch (type) {
    case "AutomationCreated":
      return [...automations, createAutomationState(data, change)];
    case "AutomationCloned": {
      const { clonedFrom: _, ...facts } = data;
      return [...automations, createAutomationState(facts, change)];
    }
    case "AutomationDeleted":
      return automations.filter((automation) => !hasId(data)(automation));
    case "AutomationRestored": {
      const { version: _, notRestored: __, returned, ...facts } = data;
      const fields = [...Object.keys(toAutomationFields(facts, true)), wholeDestination];
      const restore = (createdAt: string, planned: readonly PlannedSince[]): Automation => ({
        ...trackRestored(facts, change, fields),
        createdAt,
        planned: appendPlan(planned, facts, instant),
      });
      return returned
        ? [...automations, restore(instant, [])]
        : automations.map((automation) =>
            hasId(data)(automation) ? restore(automation.createdAt, automation.planned) : automation,
          );
    }
    default: {
      const fields = fieldsChangedBy(event).map(({ field }) => field);
      return trackChanged(automations, hasId(data), change, fields, (automation) => {
        const edit = applyEdit(automation, event);
        return { ...edit, planned: appendPlan(automation.planned, { ...automation, ...edit }, instant) };
      });
    }
  }
};
