import { type AutomationDocument, collections } from "#domain/read-models/documents.ts";
import type { ConsoleAutomation } from "#domain/wire/console.ts";
import type { ConsoleDeps } from "../deps.ts";
import { textIs, wordIs } from "../lists/filters.ts";
import { type Resource, readModelResource } from "../lists/resource.ts";
import { destinationName, fileTypeName, frequencyName } from "./names.ts";

const rowOf = (document: AutomationDocument): ConsoleAutomation => ({
  id: document.automationId,
  tenant: document.tenant,
  title: document.title,
  enabled: document.enabled,
  frequency: frequencyName(document.schedule.frequency),
  destination: destinationName(document.destination.kind),
  format: fileTypeName(document.fileType),
  createdAt: document.createdAt,
  changedAt: document.changedAt,
});

/** Automated reports of all shops. Of a destination its kind alone: its addresses are personal, its passwords secret. */
export const automationsResource = (deps: ConsoleDeps): Resource =>
  readModelResource(deps, {
    name: "automations",
    collection: collections.automations.name,
    shape: {
      filters: { tenant: textIs("tenant"), enabled: wordIs("enabled", { started: [true], paused: [false] }) },
      sorts: { createdAt: "createdAt", changedAt: "changedAt", title: "title" },
      sort: { field: "changedAt", descending: true },
    },
    rowOf: ({ document }) => rowOf(document as unknown as AutomationDocument),
    tenantOf: ({ tenant }) => tenant,
  });
