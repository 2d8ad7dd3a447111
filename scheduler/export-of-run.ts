import { createExportFacts } from "#application/exports/export-facts.ts";
import { FrozenInputLost, freezeInput, readFrozenInput } from "#application/exports/freeze-input.ts";
import { freezeForTry, refuseEmptyDesign } from "#application/exports/frozen-for-run.ts";
import { failpoint } from "#application/process/failpoint.ts";
import { sha256 } from "#application/text/derive-id.ts";
import { isRefusal } from "#domain/core/decider.ts";
import type { ExportCommand } from "#domain/export/commands.ts";
import { exportDecider } from "#domain/export/decider.ts";
import type { FailureCode } from "#domain/export/events.ts";
import type { FrozenInput } from "#domain/export/frozen-input.ts";
import type { ExistingExport } from "#domain/export/state.ts";
import type { FailureKind } from "#domain/ledger/events.ts";
import { automatedFileKeptDays, fileKeptDays } from "#domain/retention/retention.ts";
import type { RunFacts } from "#domain/run/events.ts";
import { deriveExportId } from "#domain/run/run-ids.ts";
import { workspaceDecider } from "#domain/workspace/decider.ts";
import type { Automation } from "#domain/workspace/state.ts";
import type { SchedulerDeps } from "./deps.ts";
import { type RunCommandInput, toCommandRequest } from "./execute-command.ts";
import type { AdvancePayload } from "./jobs.ts";
import type { OptimisticState } from "./optimistic-state.ts";

/** Failures that time alone doesn't fix: someone must log in, choose other columns, or make room. */
const permanentCodes: ReadonlySet<FailureCode> = new Set([
  "reconnect-needed",
  "access-denied",
  "search-refused",
  "too-large",
]);
const kindOf = (code: FailureCode): FailureKind => (permanentCodes.has(code) ? "lasting" : "temporary");

const inputLost =
  "The inputs of this report are no longer stored. The next report covers its time if you start it again.";

/** Loads the report as claimed: later edits don't affect the run (D-6). */
export const loadClaimedAutomation = async (
  { runner }: Pick<SchedulerDeps, "runner">,
  { tenant, automationId }: Pick<RunFacts, "tenant" | "automationId">,
  workspaceVersion: number,
): Promise<Automation | undefined> => {
  const { state } = await runner.loadAt(workspaceDecider, tenant, workspaceVersion);
  return state.automations.find((one) => one.automationId === automationId);
};

const findInput = async (
  stateStore: SchedulerDeps["stateStore"],
  facts: RunFacts,
): Promise<FrozenInput | undefined> => {
  try {
    return await readFrozenInput(stateStore, facts);
  } catch (error) {
    if (error instanceof FrozenInputLost) return undefined;
    throw error;
  }
};

/** The first try uses the claim's input, later ones a copy under their own id. */
export const exportCommandOfTry = async (
  { stateStore }: Pick<SchedulerDeps, "stateStore">,
  runId: string,
  facts: RunFacts,
  ofTry: number,
): Promise<RunCommandInput> => {
  const { inputHash } = facts;
  const exportId = deriveExportId(sha256, runId, ofTry);
  const command = { type: "RequestRunExport", try: ofTry, exportId } as const;
  if (ofTry === 1) return { ...command, inputHash };
  const input = await findInput(stateStore, facts);
  // If the input is lost, the export fails on this hash and says so.
  return { ...command, inputHash: input ? await freezeInput(stateStore, freezeForTry(input, exportId)) : inputHash };
};

/** Command for an ended export; undefined while in progress. */
const endCommandOf = (
  exportId: string,
  state: ExistingExport,
  listedBefore: readonly string[],
): RunCommandInput | undefined => {
  const failed = (kind: FailureKind, reason: string) => ({ type: "FailRunExport", exportId, kind, reason }) as const;
  switch (state.status) {
    case "finished":
      return {
        type: "FinishRunExport",
        exportId,
        orders: state.file.orders,
        rows: state.file.rows,
        without: (state.file.unread ?? []).map(({ id, name }) => ({ id, name })),
        toldBefore: listedBefore,
        late: state.file.late ?? [],
      };
    case "failed":
      return failed(kindOf(state.code), state.reason);
    case "canceled":
      return failed("lasting", "The report was canceled.");
    case "expired":
      return failed("lasting", "The file of the report was removed before it was sent.");
    default:
      return undefined;
  }
};

/**
 * Requests a run's export once, and returns the command that records its end. `wait`: until it ends. `full`: no slot is
 * left for automated exports. `lastTry`: no other try follows. `listedBefore`: ids of orders that the previous report
 * lacked. `known`: just requested, so the export probably doesn't exist yet.
 */
export const advanceExport = async (
  deps: Pick<SchedulerDeps, "runner" | "stateStore" | "permits">,
  payload: AdvancePayload,
  {
    exportId,
    inputHash,
    facts,
    known,
    lastTry,
    listedBefore,
  }: {
    exportId: string;
    inputHash: string;
    facts: RunFacts;
    known: OptimisticState;
    lastTry: boolean;
    listedBefore: readonly string[];
  },
): Promise<RunCommandInput | "wait" | "full"> => {
  const { runner, stateStore, permits } = deps;
  const fresh = known.run !== undefined;
  if (!fresh) {
    const { state } = await runner.load(exportDecider, exportId);
    if (state.status !== "unknown") return endCommandOf(exportId, state, listedBefore) ?? "wait";
  }
  const lasting = (reason: string) => ({ type: "FailRunExport", exportId, kind: "lasting", reason }) as const;
  const input = known.input ?? (await findInput(stateStore, facts));
  if (!input) return lasting(inputLost);
  const refused = refuseEmptyDesign(input);
  if (refused) return lasting(refused.message);
  if (!(await permits.acquire(facts.tenant, exportId))) return "full";
  const { runId, automationId, cause } = facts;
  const automation = await loadClaimedAutomation(deps, facts, facts.workspaceVersion);
  const keptDays = automation ? automatedFileKeptDays(automation.schedule.frequency) : fileKeptDays.dailyAndLonger;
  const run = { automationId, runId, cause, keptDays, ...(lastTry && { lastTry }) };
  // The claim's own input names the first try's export.
  const asked = createExportFacts(freezeForTry(input, exportId), inputHash, { trigger: "automated", run });
  failpoint("scheduler:before-RequestExport");
  const result = await runner.execute(
    exportDecider,
    exportId,
    (context): ExportCommand => ({ type: "RequestExport", ...asked, context }),
    { ...toCommandRequest(payload), isNewStream: fresh, skipCache: true },
  );
  failpoint("scheduler:after-RequestExport");
  if (isRefusal(result)) throw new Error(`The export ${exportId} of run ${runId} was refused: ${result.message}`);
  return "wait";
};
