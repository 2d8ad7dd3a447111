import { withProgress } from "#application/automations/automation-progress.ts";
import { AutomationStatus } from "#domain/enumerations.ts";
import { type AutomationDocument, collections } from "#domain/read-models/documents.ts";
import type { ConsoleAutomation, ConsoleAutomationDetails } from "#domain/wire/support/console.ts";
import { fileTypeLabel } from "#domain/workspace/automations/automation-text.ts";
import type { ConsoleDeps } from "../deps.ts";
import { isOneOfWord, isText } from "../lists/filters.ts";
import { type Resource, readModelResource } from "../lists/resource.ts";
import { automationStatusName, destinationName, frequencyName } from "./names.ts";

type Row = ConsoleAutomation & Partial<ConsoleAutomationDetails>;

const rowOf = (document: AutomationDocument): Row => ({
  id: document.automationId,
  tenant: document.tenant,
  title: document.title,
  enabled: document.enabled,
  frequency: frequencyName(document.schedule.frequency),
  destination: destinationName(document.destination.kind),
  format: fileTypeLabel(document.fileType),
  createdAt: document.createdAt,
  changedAt: document.changedAt,
});

/** Adds the same state as for the merchant (ADR 79). */
const detailsOf = async (deps: ConsoleDeps, document: AutomationDocument): Promise<ConsoleAutomationDetails> => {
  const row = rowOf(document);
  const [one] = await withProgress(deps, row.tenant, [document]);
  const { status = AutomationStatus.Paused, failedTries = 0, failedReason = null } = one?.progress ?? {};
  const suspended = status === AutomationStatus.Suspended;
  return { ...row, status: automationStatusName(status), failedTries, failedReason, suspended };
};

/** Shows only the kind of a destination: its addresses are personal, its passwords secret. */
export const automationsResource = (deps: ConsoleDeps): Resource =>
  readModelResource<Row>(deps, {
    name: "automations",
    collection: collections.automations.name,
    shape: {
      filters: { tenant: isText("tenant"), enabled: isOneOfWord("enabled", { started: [true], paused: [false] }) },
      sorts: { createdAt: "createdAt", changedAt: "changedAt", title: "title" },
      sort: { field: "changedAt", descending: true },
    },
    rowOf: ({ document }) => rowOf(document as unknown as AutomationDocument),
    detailsOf: ({ document }) => detailsOf(deps, document as unknown as AutomationDocument),
    tenantOf: ({ tenant }) => tenant,
  });
