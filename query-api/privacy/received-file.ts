import { decodeEvent } from "#application/events/decode-event.ts";
import { fetchesOf } from "#application/exports/fetches.ts";
import { isNoted } from "#application/privacy/exports-of.ts";
import type { Step } from "#application/privacy/steps.ts";
import { upcasters } from "#domain/event-schemas.ts";
import type { KnownExport } from "#domain/export/state.ts";
import { erasedSaid } from "#domain/filters/personal.ts";
import type { RunEvent } from "#domain/run/events.ts";
import { type DatedRunEvent, type Sent, sentBy } from "#domain/run/sent.ts";
import type { Received, ReceivedFile } from "#domain/wire/account/received.ts";
import { workspaceDecider } from "#domain/workspace/decider.ts";
import type { QueryApiDeps } from "../deps.ts";

export type ReceivedDeps = Pick<QueryApiDeps, "runner" | "eventStore" | "state" | "vault">;

/** An export that has, or had, a file. */
export type ExportWithFile = Extract<KnownExport, { status: "finished" | "expired" }>;
export const hasFile = (state: { status: string }): state is ExportWithFile =>
  state.status === "finished" || state.status === "expired";

/** More events than a run has. */
const eventsOfRun = 500;

const sentFor = async ({ eventStore }: ReceivedDeps, runId: string): Promise<Sent | undefined> => {
  const recorded = await eventStore.readStream(`run-${runId}`, { limit: eventsOfRun });
  return sentBy(
    recorded.map((one) => {
      const { type, data, metadata } = decodeEvent(one, upcasters);
      return { ...({ type, data } as RunEvent), instant: metadata.instant } as DatedRunEvent;
    }),
  );
};

const deliveryOf = async (deps: ReceivedDeps, runId: string): Promise<ReceivedFile["Sent"]> => {
  const sent = await sentFor(deps, runId);
  if (!sent) return null;
  const texts = await deps.vault.readAll([...sent.recipients]);
  return {
    At: sent.at,
    Destination: sent.destination,
    Recipients: sent.recipients.map((reference) => texts.get(reference) ?? erasedSaid),
    Place: sent.place,
    Certain: sent.certain,
    Reached: sent.reached,
  };
};

const titleOf = async ({ runner }: ReceivedDeps, tenant: string, automationId: string): Promise<string> => {
  const { state } = await runner.load(workspaceDecider, tenant);
  return state.automations.find((one) => one.automationId === automationId)?.title ?? "";
};

const standing = (state: ExportWithFile): ReceivedFile["File"] => {
  if (state.status === "finished") return "kept";
  return state.erased === null ? "expired" : "erased";
};

/** Null if the record of fetches is forgotten: an empty list would wrongly mean that nobody fetched the file. */
const fetchedOf = async ({ state }: ReceivedDeps, exportId: string): Promise<ReceivedFile["Fetched"]> => {
  const fetched = await fetchesOf(state, exportId);
  if (!(await isNoted(state, exportId))) return null;
  return fetched.map(({ from, to, way }) => ({ From: from, To: to, By: way }));
};

/** Receivers of an export's file: its request, its delivery by the run's events, and its fetches. */
export const receivedFile = async (
  deps: ReceivedDeps,
  { requestedAt, state, certain }: { requestedAt: string; state: ExportWithFile; certain: boolean },
): Promise<ReceivedFile> => {
  const { exportId, tenant, fileName, reportTitle, run } = state.facts;
  return {
    ExportId: exportId,
    FileName: fileName,
    ReportTitle: reportTitle,
    Automation: run ? await titleOf(deps, tenant, run.automationId) : null,
    RequestedAt: requestedAt,
    Certain: certain,
    File: standing(state),
    Sent: run ? await deliveryOf(deps, run.runId) : null,
    Fetched: await fetchedOf(deps, exportId),
  };
};

/** One step of the search, as calls answer it. */
export const receivedStep = ({ found, looked, of, continuation }: Step<ReceivedFile>): Received => ({
  Files: found,
  Looked: looked,
  Of: of,
  Continuation: continuation,
});
