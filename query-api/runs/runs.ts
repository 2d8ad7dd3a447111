import { badRequest } from "#application/http/api-error.ts";
import { collections } from "#domain/read-models/documents.ts";
import type { RunDocument } from "#domain/read-models/run-document.ts";
import { readAutomation } from "../automations/automations.ts";
import type { QueryApiDeps } from "../deps.ts";

const { name } = collections.runs;
export const runReads = [name, collections.exports.name, collections.automations.name];

const pageLength = 50;

type Deps = Pick<QueryApiDeps, "readModels">;

/** Reads a run; undefined for one of another tenant. */
export const readRun = async (
  { readModels }: Deps,
  tenant: string,
  runId: string,
): Promise<RunDocument | undefined> => {
  const run = (await readModels.get(name, runId))?.document as RunDocument | undefined;
  return run?.tenant === tenant ? run : undefined;
};

/** The next page begins below this version. @throws {ApiError} 400: `before` isn't a run of the report */
const readVersion = async (deps: Deps, tenant: string, automationId: string, before: string): Promise<number> => {
  const run = await readRun(deps, tenant, before);
  if (run?.automationId !== automationId)
    throw badRequest("before: this isn't a run of the automated report. Open the history again.");
  return run.version;
};

/** Newest 50 runs of a report, even a deleted one, newest first; with `before`, the 50 older than that run. */
export const readRuns = async (
  deps: Deps,
  tenant: string,
  automationId: string,
  before?: string,
): Promise<RunDocument[]> => {
  const below = before === undefined ? undefined : await readVersion(deps, tenant, automationId, before);
  const found = await deps.readModels.find(name, {
    where: [
      { field: "tenant", equals: tenant },
      { field: "automationId", equals: automationId },
      ...(below === undefined ? [] : [{ field: "version", below }]),
    ],
    sort: [{ field: "version", descending: true }],
    limit: pageLength,
  });
  return found.map(({ document }) => document as unknown as RunDocument);
};

/** A report without runs must have a definition. @throws {ApiError} 404 also for one of another shop */
export const assertAutomationExists = async (deps: Deps, tenant: string, automationId: string): Promise<void> => {
  const [run] = await readRuns(deps, tenant, automationId);
  if (!run) await readAutomation(deps, tenant, automationId);
};
