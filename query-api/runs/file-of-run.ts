import { createPublicLink } from "#application/deliveries/public-address.ts";
import { isPublished } from "#application/exports/publications.ts";
import { collections, type ExportDocument } from "#domain/read-models/documents.ts";
import { listTries, type RunDocument } from "#domain/read-models/run-document.ts";
import type { AutomationHistoryItem } from "#domain/wire/automations/automation-history.ts";
import type { ExportJob } from "#domain/wire/reports/reporting.ts";
import { workspaceDecider } from "#domain/workspace/decider.ts";
import type { QueryApiDeps } from "../deps.ts";
import { toExportJob } from "../reporting/job.ts";

type Deps = Pick<QueryApiDeps, "readModels" | "runner" | "state" | "vault" | "clock" | "config">;
type Exported = { job: ExportJob; document: ExportDocument };

/** The newest export of a run. */
export const readExportOfRun = async (deps: Deps, { exportId }: RunDocument): Promise<Exported | undefined> => {
  if (exportId === null) return undefined;
  const found = await deps.readModels.get(collections.exports.name, exportId);
  const document = found?.document as ExportDocument | undefined;
  return document && { document, job: await toExportJob(deps, document) };
};

const wasPublished = (run: RunDocument): boolean =>
  listTries(run).some(({ deliveryEnd }) => deliveryEnd?.outcome === "delivered" && deliveryEnd.receipt.published);

/** A public link's newest file outlives its own link. The public address still leads to it. */
const readPublicAddress = async (deps: Deps, run: RunDocument, { document }: Exported): Promise<string | null> => {
  if (document.expired || !wasPublished(run)) return null;
  if (!(await isPublished({ stateStore: deps.state, runner: deps.runner }, document.exportId))) return null;
  const { automations } = (await deps.runner.load(workspaceDecider, run.tenant)).state;
  const automation = automations.find(({ automationId }) => automationId === run.automationId);
  const { vault, config } = deps;
  return automation ? createPublicLink({ vault, appUrl: config.APP_URL }, automation, automations).Url : null;
};

type RunFile = Pick<
  AutomationHistoryItem,
  | "PublicUrl"
  | "FileName"
  | "Bytes"
  | "Orders"
  | "Rows"
  | "FailedPictures"
  | "LeftPictures"
  | "Unread"
  | "Late"
  | "GoneCarried"
  | "FormulaFaults"
  | "ExpiresAt"
  | "Expired"
>;
const noFile: RunFile = {
  PublicUrl: null,
  FileName: null,
  Bytes: null,
  Orders: null,
  Rows: null,
  FailedPictures: 0,
  LeftPictures: 0,
  Unread: [],
  Late: [],
  GoneCarried: [],
  FormulaFaults: [],
  ExpiresAt: null,
  Expired: false,
};

export const readFileOfRun = async (deps: Deps, run: RunDocument, exported: Exported | undefined): Promise<RunFile> => {
  if (!exported) return noFile;
  const { PublicUrl, FileName, Bytes, Orders, Rows, FailedPictures, LeftPictures, ...more } = exported.job;
  const { Unread, Late, GoneCarried, FormulaFaults, ExpiresAt, Expired } = more;
  const facts = { PublicUrl, FileName, Bytes, Orders, Rows, FailedPictures, LeftPictures };
  const file = { ...facts, Unread, Late, GoneCarried, FormulaFaults, ExpiresAt, Expired };
  const publicUrl = Expired ? await readPublicAddress(deps, run, exported) : null;
  return publicUrl === null ? file : { ...file, PublicUrl: publicUrl, ExpiresAt: null, Expired: false };
};
