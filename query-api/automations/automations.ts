import { notFound } from "#application/http/api-error.ts";
import { type AutomationDocument, collections } from "#domain/read-models/documents.ts";
import type { QueryApiDeps } from "../deps.ts";

export const automationReads = [collections.automations.name];

/** Longest list: more than any tier allows. */
const maxListLength = 1_000;

/** Reads a shop's reports in order of creation. `isWhole` is false while some are being changed. */
export const readAutomations = async (
  { readModels }: Pick<QueryApiDeps, "readModels">,
  tenant: string,
): Promise<{ automations: AutomationDocument[]; isWhole: boolean }> => {
  const { found, isWhole } = await readModels.findConsistent(collections.automations.name, {
    where: [{ field: "tenant", equals: tenant }],
    sort: [{ field: "place" }],
    limit: maxListLength,
  });
  return { automations: found.map(({ document }) => document as AutomationDocument), isWhole };
};

/** @throws {ApiError} 404 also for a report of another shop */
export const readAutomation = async (
  { readModels }: Pick<QueryApiDeps, "readModels">,
  tenant: string,
  id: string,
): Promise<AutomationDocument> => {
  const found = await readModels.get(collections.automations.name, id);
  const automation = found?.document as AutomationDocument | undefined;
  if (automation?.tenant !== tenant) throw notFound("This automated report can't be found. Choose another one.");
  return automation;
};
