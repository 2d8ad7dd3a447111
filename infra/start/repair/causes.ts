import { upcasters } from "#domain/event-schemas.ts";
import type { ExportEvent } from "#domain/export/events.ts";
import type { PrivacyRequest } from "#domain/privacy/decider.ts";
import type { PrivacyEvent } from "#domain/privacy/events.ts";
import type { ShopEvent } from "#domain/shop/events.ts";
import { decodeEvent } from "../../app/decode-event.ts";
import type { EventStore, RecordedEvent } from "../../ports/event-store.ts";

/** What the streams say that must be, or may be, in the other stores. */
export type Causes = {
  events: number;
  head: { position: string; eventId: string; instant: string } | undefined;
  /** Every export that was requested: the hash of its frozen input, and its file when it finished. */
  exports: Map<
    string,
    { tenant: string; title: string; inputHash: string; ended: boolean; fileKey: string | undefined }
  >;
  /** The events whose jobs are still to be done, by export: what was requested and has no end, what is kept and will expire. */
  open: Map<string, RecordedEvent[]>;
  messages: RecordedEvent[];
  /** The newest installation of each shop that was not erased: name → tenant. */
  shops: Map<string, string>;
  /** Every request about personal data, by id. */
  requests: Map<string, PrivacyRequest & { ended: boolean }>;
};

const ends = new Set(["ExportFailed", "ExportCanceled", "ExportExpired", "ExportFileErased"]);

const noteExport = ({ exports, open }: Causes, recorded: RecordedEvent): void => {
  const exportId = recorded.stream.slice("export-".length);
  const { type, data } = decodeEvent(recorded, upcasters);
  const event = { type, data } as ExportEvent;
  if (event.type === "ExportRequested") {
    const { tenant, reportTitle: title, inputHash } = event.data;
    exports.set(exportId, { tenant, title, inputHash, ended: false, fileKey: undefined });
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

const noteShop = ({ shops }: Causes, recorded: RecordedEvent, names: Map<string, string>): void => {
  const tenant = recorded.stream.slice("shop-".length);
  const { type, data } = decodeEvent(recorded, upcasters);
  const event = { type, data } as ShopEvent;
  if (event.type === "ShopInstalled") {
    names.set(tenant, event.data.shop);
    shops.set(event.data.shop, tenant);
  }
  const shop = names.get(tenant);
  if (event.type === "ShopErased" && shop !== undefined && shops.get(shop) === tenant) shops.delete(shop);
};

const noteRequest = ({ requests }: Causes, recorded: RecordedEvent): void => {
  const id = recorded.stream.slice("privacy-".length);
  const { type, data, metadata } = decodeEvent(recorded, upcasters);
  const event = { type, data } as PrivacyEvent;
  if (event.type === "PrivacyRequestReceived")
    requests.set(id, { ...event.data, receivedAt: metadata.instant, ended: false });
  const known = requests.get(id);
  if (event.type === "PrivacyRequestCarriedOut" && known) known.ended = true;
};

/** Reads every event once. */
export const causesIn = async (eventStore: EventStore): Promise<Causes> => {
  const causes: Causes = {
    events: 0,
    head: undefined,
    exports: new Map(),
    open: new Map(),
    messages: [],
    shops: new Map(),
    requests: new Map(),
  };
  const names = new Map<string, string>();
  for (let after: string | undefined; ; ) {
    const batch = await eventStore.readAll({ limit: 1_000, ...(after === undefined ? {} : { after }) });
    for (const event of batch) {
      if (event.stream.startsWith("export-")) noteExport(causes, event);
      if (event.stream.startsWith("shop-")) noteShop(causes, event, names);
      if (event.stream.startsWith("privacy-")) noteRequest(causes, event);
      if (event.type === "SupportMessageSent") causes.messages.push(event);
    }
    const last = batch.at(-1);
    if (!last) return causes;
    after = last.position;
    causes.events += batch.length;
    causes.head = { position: last.position, eventId: last.id, instant: String(last.metadata.instant) };
  }
};
