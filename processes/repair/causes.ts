import { decodeEvent } from "#application/events/decode-event.ts";
import { collectInstallations, type Installation, type Installations } from "#application/session/installations.ts";
import { upcasters } from "#domain/event-schemas.ts";
import type { ExportEvent } from "#domain/export/events.ts";
import type { ExportFacts } from "#domain/export/state.ts";
import type { PrivacyRequest } from "#domain/privacy/decider.ts";
import type { PrivacyEvent } from "#domain/privacy/events.ts";
import type { EventStore, RecordedEvent } from "#infra/ports/stores/event-store.ts";

/** Facts from the streams that decide the other stores' content. */
export type Causes = {
  events: number;
  head: { position: string; eventId: string; instant: string } | undefined;
  /** Requested exports: the hash of the frozen input, and the file once finished. */
  exports: Map<
    string,
    {
      tenant: string;
      trigger: ExportFacts["trigger"];
      title: string;
      inputHash: string;
      ended: boolean;
      fileKey: string | undefined;
    }
  >;
  /** Input hashes frozen by automated runs, perhaps not requested yet. */
  claimed: Set<string>;
  /** Events with due jobs, by export: requests without an end, and finished files that will expire. */
  open: Map<string, RecordedEvent[]>;
  messages: RecordedEvent[];
  installations: Installations;
  work: Map<string, number>;
  /** Tenants, by the name of the installed shop. */
  shops: Map<string, string>;
  requests: Map<string, PrivacyRequest & { ended: boolean }>;
};

const claims = new Set(["SlotClaimed", "ExtraRunClaimed", "RunExportRequested"]);
const ends = new Set(["ExportFailed", "ExportCanceled", "ExportExpired", "ExportFileErased"]);

const collectExport = ({ exports, open }: Causes, recorded: RecordedEvent): void => {
  const exportId = recorded.stream.slice("export-".length);
  const { type, data } = decodeEvent(recorded, upcasters);
  const event = { type, data } as ExportEvent;
  if (event.type === "ExportRequested") {
    const { tenant, trigger, reportTitle: title, inputHash } = event.data;
    exports.set(exportId, { tenant, trigger, title, inputHash, ended: false, fileKey: undefined });
    open.set(exportId, [recorded]);
    return;
  }
  const known = exports.get(exportId);
  if (!known) return;
  if (event.type === "ExportCancelRequested") open.get(exportId)?.push(recorded);
  if (event.type === "ExportFinished") {
    exports.set(exportId, { ...known, ended: true, fileKey: event.data.fileKey });
    open.set(exportId, [recorded]);
  }
  if (ends.has(event.type)) {
    exports.set(exportId, { ...known, ended: true, fileKey: undefined });
    open.delete(exportId);
  }
};

const collectWork = ({ work }: Causes, { stream, type, data }: RecordedEvent): void => {
  const tenant = stream.startsWith("workspace-") ? stream.slice("workspace-".length) : String(data.tenant);
  if (stream.startsWith("workspace-") || type === "ExportRequested") work.set(tenant, (work.get(tenant) ?? 0) + 1);
};

/** The installation with the most work; on a tie, the oldest. */
const tenantOf = ({ work }: Pick<Causes, "work">, installed: readonly Installation[]): string | undefined => {
  const workOf = ({ tenant }: Installation) => work.get(tenant) ?? 0;
  return installed.toSorted((a, b) => workOf(b) - workOf(a))[0]?.tenant;
};

const collectRequest = ({ requests }: Causes, recorded: RecordedEvent): void => {
  const id = recorded.stream.slice("privacy-".length);
  const { type, data, metadata } = decodeEvent(recorded, upcasters);
  const event = { type, data } as PrivacyEvent;
  if (event.type === "PrivacyRequestReceived")
    requests.set(id, { ...event.data, receivedAt: metadata.instant, ended: false });
  const known = requests.get(id);
  if (event.type === "PrivacyRequestCarriedOut" && known) known.ended = true;
};

/** Reads every event once. */
export const readCauses = async (eventStore: EventStore): Promise<Causes> => {
  const { found: installations, note: noteInstallation } = collectInstallations();
  const causes: Causes = {
    events: 0,
    head: undefined,
    exports: new Map(),
    claimed: new Set(),
    open: new Map(),
    messages: [],
    installations,
    work: new Map(),
    shops: new Map(),
    requests: new Map(),
  };
  for (let after: string | undefined; ; ) {
    const batch = await eventStore.readAll({ limit: 1_000, ...(after === undefined ? {} : { after }) });
    for (const event of batch) {
      if (event.stream.startsWith("export-")) collectExport(causes, event);
      if (event.stream.startsWith("shop-")) noteInstallation(event);
      if (claims.has(event.type)) causes.claimed.add(String(event.data.inputHash));
      collectWork(causes, event);
      if (event.stream.startsWith("privacy-")) collectRequest(causes, event);
      if (event.type === "SupportMessageSent") causes.messages.push(event);
    }
    const last = batch.at(-1);
    if (!last) break;
    after = last.position;
    causes.events += batch.length;
    causes.head = { position: last.position, eventId: last.id, instant: String(last.metadata.instant) };
  }
  for (const [shop, installed] of installations) {
    const tenant = tenantOf(causes, installed);
    if (tenant !== undefined) causes.shops.set(shop, tenant);
  }
  return causes;
};
