import { decodeEvent } from "#application/events/decode-event.ts";
import { readFetches } from "#application/exports/fetches.ts";
import type { ScanStep } from "#application/privacy/export-scan.ts";
import { isRecorded } from "#application/privacy/shop-exports.ts";
import { DestinationKind } from "#domain/enumerations.ts";
import { upcasters } from "#domain/event-schemas.ts";
import type { ExistingExport } from "#domain/export/state.ts";
import { erasedDescription } from "#domain/filters/personal.ts";
import { type DatedRunEvent, type Disclosure, deriveDisclosures } from "#domain/run/disclosure.ts";
import type { RunEvent } from "#domain/run/events.ts";
import type { FileDelivery, FileReceivers, FileWithReceivers } from "#domain/wire/account/file-receivers.ts";
import { type Destination, findSetup } from "#domain/workspace/automations/destination.ts";
import { workspaceDecider } from "#domain/workspace/decider.ts";
import type { QueryApiDeps } from "../deps.ts";

export type FileReceiversDeps = Pick<QueryApiDeps, "runner" | "eventStore" | "state" | "vault">;

/** An export that has, or had, a file. */
export type ExportWithFile = Extract<ExistingExport, { status: "finished" | "expired" }>;
export const hasFile = (state: { status: string }): state is ExportWithFile =>
  state.status === "finished" || state.status === "expired";

/** Maximum events read of a run; no run has as many. */
const eventsOfRun = 500;

type OfRun = { tenant: string; automationId: string; runId: string };

type HostReader<Kind extends DestinationKind> = (
  setup: Extract<Destination, { kind: Kind }>,
  vault: FileReceiversDeps["vault"],
) => Promise<string | undefined>;

/** Read the host that a delivery of the kind calls. Null: it calls none that the merchant named. */
const hostReaders: { readonly [Kind in DestinationKind]: HostReader<Kind> | null } = {
  [DestinationKind.Email]: null,
  [DestinationKind.Ftp]: async ({ host }) => host,
  [DestinationKind.Webhook]: async ({ url: reference }, vault) => {
    const url = await vault.read(reference);
    return typeof url === "string" ? URL.parse(url.trim())?.hostname : undefined;
  },
  [DestinationKind.PublicUrl]: null,
};

const readHost = async <Kind extends DestinationKind>(
  { runner, vault }: FileReceiversDeps,
  { tenant, automationId }: OfRun,
  { kind, version }: { kind: Kind; version: number },
): Promise<string | undefined> => {
  const read: HostReader<Kind> | null = hostReaders[kind];
  if (!read) return undefined;
  const { state } = await runner.loadAt(workspaceDecider, tenant, version);
  const report = state.automations.find((one) => one.automationId === automationId);
  const setup = report && findSetup(report, kind);
  return setup && read(setup, vault);
};

/** Hosts that a run's attempts called, by the workspace version of their destination. */
const readHosts = async (
  deps: FileReceiversDeps,
  run: OfRun,
  events: readonly RunEvent[],
): Promise<ReadonlyMap<number, string>> => {
  const hosts = new Map<number, string>();
  for (const { type, data } of events) {
    if (type !== "DeliveryStarted" || data.workspaceVersion === undefined || hosts.has(data.workspaceVersion)) continue;
    const host = await readHost(deps, run, { kind: data.destination, version: data.workspaceVersion });
    if (host) hosts.set(data.workspaceVersion, host);
  }
  return hosts;
};

const readSent = async (deps: FileReceiversDeps, run: OfRun): Promise<Disclosure[]> => {
  const recorded = await deps.eventStore.readStream(`run-${run.runId}`, { limit: eventsOfRun });
  const events = recorded.map((one) => {
    const { type, data, metadata } = decodeEvent(one, upcasters);
    return { ...({ type, data } as RunEvent), instant: metadata.instant } as DatedRunEvent;
  });
  const hosts = await readHosts(deps, run, events);
  return deriveDisclosures(events, ({ workspaceVersion = -1 }) => hosts.get(workspaceVersion));
};

const readDeliveries = async (deps: FileReceiversDeps, run: OfRun): Promise<FileDelivery[]> => {
  const disclosures = await readSent(deps, run);
  const texts = await deps.vault.readAll(disclosures.flatMap(({ recipients }) => recipients));
  return disclosures.map(({ at, destination, recipients, place, certain, reached }) => ({
    At: at,
    Destination: destination,
    Recipients: recipients.map((reference) => texts.get(reference) ?? erasedDescription),
    Place: place,
    Certain: certain,
    Reached: reached,
  }));
};

const loadTitle = async ({ runner }: FileReceiversDeps, tenant: string, automationId: string): Promise<string> => {
  const { state } = await runner.load(workspaceDecider, tenant);
  return state.automations.find((one) => one.automationId === automationId)?.title ?? "";
};

const fileStatusOf = (state: ExportWithFile): FileWithReceivers["File"] => {
  if (state.status === "finished") return "kept";
  return state.erased === null ? "expired" : "erased";
};

/** Reads fetches. Null once the record is forgotten; empty if nobody fetched the file. */
const readFetched = async ({ state }: FileReceiversDeps, exportId: string): Promise<FileWithReceivers["Fetched"]> => {
  const fetched = await readFetches(state, exportId);
  if (!(await isRecorded(state, exportId))) return null;
  return fetched.map(({ from, to, way }) => ({ From: from, To: to, By: way }));
};

/** Receivers of an export's file: by its request, its run's events, and its fetches. */
export const readFileWithReceivers = async (
  deps: FileReceiversDeps,
  { requestedAt, state, certain }: { requestedAt: string; state: ExportWithFile; certain: boolean },
): Promise<FileWithReceivers> => {
  const { exportId, tenant, fileName, reportTitle, run } = state.facts;
  const [sent = null, ...alsoSent] = run ? await readDeliveries(deps, { ...run, tenant }) : [];
  return {
    ExportId: exportId,
    FileName: fileName,
    ReportTitle: reportTitle,
    Automation: run ? await loadTitle(deps, tenant, run.automationId) : null,
    RequestedAt: requestedAt,
    Certain: certain,
    File: fileStatusOf(state),
    Sent: sent,
    ...(alsoSent.length > 0 && { AlsoSent: alsoSent }),
    Fetched: await readFetched(deps, exportId),
  };
};

/** One step of the search, on the wire. */
export const toFileReceivers = ({ found, looked, of, continuation }: ScanStep<FileWithReceivers>): FileReceivers => ({
  Files: found,
  Looked: looked,
  Of: of,
  Continuation: continuation,
});
