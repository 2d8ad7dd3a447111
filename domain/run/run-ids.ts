import { derivedUuid, derivedUuidFrom, type Sha256 } from "../core/ids.ts";

const isUuid = (id: string): boolean => /^[0-9a-f]{8}-/.test(id);

/** The id of the export of a run's try: whoever requests it requests the same one. It begins as the run's. */
export const exportIdOf = (sha256: Sha256, runId: string, ofTry: number): string =>
  derivedUuidFrom(sha256, isUuid(runId) ? runId.slice(0, 8) : "", "run-export", runId, `${ofTry}`);

/** What receivers know a run's delivery by, on every try: Message-ID, `Idempotency-Key`. */
export const deliveryIdOf = (sha256: Sha256, runId: string): string => derivedUuid(sha256, "delivery", runId);

/** How the ids of mails begin that carry reports. */
export const reportMailPrefix = "report-";
/** The mail of a delivery; without a mail server its file is named so. */
export const reportMailId = (deliveryId: string): string => `${reportMailPrefix}${deliveryId}`;
