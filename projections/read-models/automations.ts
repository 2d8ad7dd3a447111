import { DateBasis } from "#domain/enumerations.ts";
import { type AutomationDocument, collections } from "#domain/read-models/documents.ts";
import { versions } from "#domain/read-models/versions.ts";
import type { AutomationDefinition } from "#domain/workspace/automations/automation.ts";
import type { JsonObject } from "#infra/ports/json.ts";
import type { ReadModelChange } from "#infra/ports/stores/read-store.ts";
import { defineProjection, type Projected } from "../projection.ts";

const { name } = collections.automations;

type Made = Pick<Projected, "metadata" | "version"> & { data: AutomationDefinition & { automationId: string } };
type Edited = Pick<Projected, "metadata" | "version"> & { data: { automationId: string } };

/** Fields of the document; events may have more. */
const fieldsOf = (definition: AutomationDefinition) => ({
  title: definition.title,
  reportId: definition.reportId,
  filterId: definition.filterId,
  fileType: definition.fileType,
  exportEmptyReports: definition.exportEmptyReports,
  applyDateFilter: definition.applyDateFilter,
  dateBasis: definition.dateBasis ?? DateBasis.created,
  enabled: definition.enabled,
  schedule: definition.schedule,
  destination: definition.destination,
  next: definition.next ?? null,
});

/** New items go to the end of the list. */
const put = ({ data, metadata: { tenant, instant }, version }: Made): ReadModelChange[] => {
  const { automationId } = data;
  const made = { createdAt: instant, place: version, version, changedAt: instant };
  const document: AutomationDocument = { tenant, automationId, ...fieldsOf(data), ...made };
  return [{ collection: name, kind: "put", id: automationId, document: document as unknown as JsonObject }];
};

const merge = ({ data, metadata, version }: Edited, fields: Partial<AutomationDocument>): ReadModelChange[] => [
  {
    collection: name,
    kind: "merge",
    id: data.automationId,
    fields: { ...fields, version, changedAt: metadata.instant } as unknown as JsonObject,
  },
];

/**
 * One document per automated report; personal values of its destination are references (ADR 75). Its health is
 * elsewhere.
 */
export const automations = defineProjection({
  name,
  version: versions.automations,
  collection: collections.automations,
  toDocumentKey: ({ data }) => ({ collection: name, id: data.automationId }),
  on: {
    AutomationCreated: put,
    AutomationCloned: put,
    AutomationRestored: (event) => (event.data.returned ? put(event) : merge(event, fieldsOf(event.data))),
    AutomationRenamed: (event) => merge(event, { title: event.data.to }),
    AutomationStarted: (event) => merge(event, { enabled: true }),
    AutomationPaused: (event) => merge(event, { enabled: false }),
    AutomationDesignChosen: (event) => merge(event, { reportId: event.data.to }),
    AutomationFilterChosen: (event) => merge(event, { filterId: event.data.to }),
    AutomationFileTypeChanged: (event) => merge(event, { fileType: event.data.to }),
    AutomationEmptyReportsChanged: (event) => merge(event, { exportEmptyReports: event.data.to }),
    AutomationDateBasisChanged: (event) => merge(event, { dateBasis: event.data.to }),
    AutomationDateFilterChanged: (event) => merge(event, { applyDateFilter: event.data.to }),
    AutomationScheduleChanged: (event) => merge(event, { schedule: event.data.to }),
    AutomationDestinationChanged: (event) => {
      const { from, to } = event.data;
      return merge(event, { destination: to, ...(from.kind !== to.kind && { next: null }) });
    },
    AutomationNextDestinationChanged: (event) => merge(event, { next: event.data.to }),
    AutomationDeleted: ({ data }) => [{ collection: name, kind: "delete", id: data.automationId }],
  },
});
