import type { EventMetadata } from "../../core/message.ts";
import type { AutomationEvent } from "../events.ts";
import type { Automation, AutomationFacts, PlannedSince } from "../state.ts";
import { type Change, changed, made, restored } from "../tracked.ts";
import type { AutomationDefinition } from "./automation.ts";
import { fieldsChangedBy } from "./automation-change.ts";
import { fieldsOfAutomation, wholeDestination, withFields } from "./automation-fields.ts";
import { definitionOf } from "./automations.ts";
import { plannedWith } from "./planned.ts";

const is =
  ({ automationId }: { automationId: string }) =>
  (automation: Automation) =>
    automation.automationId === automationId;

const begun = (facts: AutomationFacts, now: Change): Automation => {
  const createdAt = now.by.instant;
  return { ...made(facts, now), createdAt, planned: plannedWith([], facts, createdAt) };
};

/** The part of a definition that an edit's event changes. */
const edited = (
  automation: Automation,
  event: Parameters<typeof fieldsChangedBy>[0],
): Partial<AutomationDefinition> => {
  const { type, data } = event;
  if (type === "AutomationScheduleChanged") return { schedule: data.to };
  if (type === "AutomationDestinationChanged")
    return { destination: data.to, ...(data.from.kind !== data.to.kind && { next: null }) };
  if (type === "AutomationNextDestinationChanged") return { next: data.to };
  const fields = Object.fromEntries(fieldsChangedBy(event).map(({ field, to }) => [field, to]));
  return withFields(definitionOf(automation), fields);
};

/** Keeps the order of creation. */
export const evolveAutomations = (
  automations: readonly Automation[],
  event: AutomationEvent,
  { actor, instant }: EventMetadata,
  version: number,
): readonly Automation[] => {
  const now: Change = { by: { actor, instant }, version };
  const { type, data } = event;
  switch (type) {
    case "AutomationCreated":
      return [...automations, begun(data, now)];
    case "AutomationCloned": {
      const { clonedFrom: _, ...facts } = data;
      return [...automations, begun(facts, now)];
    }
    case "AutomationDeleted":
      return automations.filter((automation) => !is(data)(automation));
    case "AutomationRestored": {
      const { version: _, notRestored: __, returned, ...facts } = data;
      const fields = [...Object.keys(fieldsOfAutomation(facts, true)), wholeDestination];
      const back = (createdAt: string, planned: readonly PlannedSince[]): Automation => ({
        ...restored(facts, now, fields),
        createdAt,
        planned: plannedWith(planned, facts, instant),
      });
      return returned
        ? [...automations, back(instant, [])]
        : automations.map((automation) =>
            is(data)(automation) ? back(automation.createdAt, automation.planned) : automation,
          );
    }
    default: {
      const fields = fieldsChangedBy(event).map(({ field }) => field);
      return changed(automations, is(data), now, fields, (automation) => {
        const edit = edited(automation, event);
        return { ...edit, planned: plannedWith(automation.planned, { ...automation, ...edit }, instant) };
      });
    }
  }
};
