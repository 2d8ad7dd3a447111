import { deriveUuid, deriveUuidWithPrefix, type Sha256 } from "../core/ids.ts";

const isUuid = (id: string): boolean => /^[0-9a-f]{8}-/.test(id);

/** Derives the same id for every requester. It begins as the run's id. */
export const deriveExportId = (sha256: Sha256, runId: string, ofTry: number): string =>
  deriveUuidWithPrefix(sha256, isUuid(runId) ? runId.slice(0, 8) : "", "run-export", runId, `${ofTry}`);

/** Identifies a run's delivery to receivers, the same on every try: Message-ID, `Idempotency-Key`. */
export const deriveDeliveryId = (sha256: Sha256, runId: string): string => deriveUuid(sha256, "delivery", runId);

/** Prefix of the ids of report mails. */
export const reportMailPrefix = "report-";
/** Id of a report's mail. Without a mail server, it names the mail's file. */
export const reportMailId = (deliveryId: string): string => `${reportMailPrefix}${deliveryId}`;
