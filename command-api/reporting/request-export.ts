import { createExportFacts } from "#application/exports/export-facts.ts";
import { FrozenInputLost, freezeInput, readFrozenInput } from "#application/exports/freeze-input.ts";
import { createStorageQuota } from "#application/exports/storage-quota.ts";
import { ApiError } from "#application/http/api-error.ts";
import type { Call, CallOf } from "#application/http/route.ts";
import { isRefusal, type Refusal } from "#domain/core/decider.ts";
import { ExportStatus } from "#domain/enumerations.ts";
import type { ExportCommand } from "#domain/export/commands.ts";
import { exportDecider } from "#domain/export/decider.ts";
import type { RepeatedExport } from "#domain/export/events.ts";
import { type FrozenInput, getRequestTime } from "#domain/export/frozen-input.ts";
import type { ExportFacts } from "#domain/export/state.ts";
import {
  detailFieldsOfJob,
  repeatFieldsOfJob,
  selectionFieldsOfJob,
} from "#domain/wire/filters/order-selection-on-wire.ts";
import type { ExportJob } from "#domain/wire/reports/reporting.ts";
import { createMerchantRequest } from "../command-request.ts";
import type { CommandApiDeps } from "../deps.ts";

/** A new export, as the panel shows it. */
const requestedJob = (facts: ExportFacts, createdAt: string): ExportJob => ({
  ReportExportId: facts.exportId,
  ReportId: facts.reportId,
  ReportTitle: facts.reportTitle,
  Filetype: facts.fileType,
  Status: ExportStatus.Initialized,
  Step: 0,
  MaxStep: 0,
  FailedReason: null,
  FailedCode: null,
  PublicUrl: null,
  DateCreated: createdAt,
  ExpiresAt: null,
  Expired: false,
  Erased: false,
  EmptyExpected: facts.emptyExpected,
  Orders: null,
  Rows: null,
  TestOrders: null,
  ReplacedCharacters: 0,
  FailedPictures: 0,
  LeftPictures: 0,
  Unread: [],
  Late: [],
  GoneChosen: null,
  GoneCarried: [],
  ...selectionFieldsOfJob(facts.asked),
  ...detailFieldsOfJob(facts),
  FileName: facts.fileName,
  Bytes: null,
  AgainUntil: null,
  ...repeatFieldsOfJob(facts),
  BySupport: false,
  KeptLonger: false,
});

type RequestDeps = Pick<CommandApiDeps, "runner" | "state" | "eventStore">;

/** The first answer's time; without the inputs, the almost equal recording time. */
const requestedAtOf = async ({ state, eventStore }: RequestDeps, facts: ExportFacts): Promise<string> => {
  try {
    return getRequestTime(await readFrozenInput(state, facts));
  } catch (error) {
    const [first] = await eventStore.readStream(`${exportDecider.category}-${facts.exportId}`, { limit: 1 });
    if (!(error instanceof FrozenInputLost) || !first) throw error;
    return String(first.metadata.instant);
  }
};

/** Finds the answer to the first call; undefined unless this one is a repeat. */
export const findFirstAnswer = async (
  deps: RequestDeps,
  call: Call,
  exportId: string,
): Promise<ExportJob | undefined> => {
  const known = await deps.runner.load(exportDecider, exportId);
  if (known.state.status === "unknown") return undefined;
  call.setPosition(known.position);
  const { facts } = known.state;
  return requestedJob(facts, await requestedAtOf(deps, facts));
};

/**
 * @throws {ApiError} 429: the shop has requested too much within an hour, or its report files take too much space (ADR
 * 46)
 */
export const assertBudget = async (
  { budgets, state, clock, config }: Pick<CommandApiDeps, "budgets" | "state" | "clock" | "config">,
  tenant: string,
): Promise<void> => {
  budgets.exports.assertAvailable(tenant);
  budgets.inputs.assertAvailable(tenant);
  const kept = createStorageQuota(state, clock, config.SHOP_FILES_MAX_MB * 1e6);
  const full = await kept.check(tenant, { byHour: true });
  if (full) throw new ApiError(full);
};

/** Requests an export; inputs are frozen first (D-5). Each step is charged once done (ADR 35). */
export const requestExport = async (
  deps: RequestDeps & Pick<CommandApiDeps, "budgets">,
  call: CallOf<"shop">,
  input: FrozenInput,
  about: { repeats?: RepeatedExport; sampleOf?: string } = {},
): Promise<ExportJob | Refusal> => {
  const { runner, state, budgets } = deps;
  const inputHash = await freezeInput(state, input);
  // The budget is spent after the write: inputs that a full disk rejected cost nothing.
  budgets.inputs.spend(input.tenant, JSON.stringify(input).length);
  await call.assertStillAdmitted();
  const facts = createExportFacts(input, inputHash, { trigger: "manual", ...about });
  const result = await runner.execute(
    exportDecider,
    input.exportId,
    (context): ExportCommand => ({ type: "RequestExport", ...facts, context }),
    createMerchantRequest(call, input.tenant, "request-export"),
  );
  if (isRefusal(result)) return result;
  // Another web process was first: its inputs count.
  const first = result.repeated ? await findFirstAnswer(deps, call, input.exportId) : undefined;
  if (first) return first;
  budgets.exports.spend(input.tenant, 1);
  call.setPosition(result.position);
  return requestedJob(facts, getRequestTime(input));
};
