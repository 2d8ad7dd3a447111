import { createHash } from "node:crypto";
import type { Clock } from "../ports/clock.ts";
import { StateConflict, type StateStore } from "../ports/stores/state-store.ts";

/** Size in bytes. `none`: no such file. `unknown`: the user may not list it. */
export type RemoteSize = number | "none" | "unknown";

/** Retention, ms; longer than any delivery is retried. */
export const progressRetentionMs = 8 * 24 * 60 * 60_000;
/** Age of an abandoned temporary file, ms; longer than an upload may take. */
const abandonedAfter = 60 * 60_000;

type StoredReceipt = { at: string; to: string; answer: string; refused?: number[]; unsendable?: number[] };
/**
 * Progress of a delivery. `writing`: its temporary file may be at the receiver. `renaming`: that file was complete, and
 * a rename was requested; `stood`: bytes then under the final name. `left`: it failed and its temporary file may still
 * be there. `direct`: it may be written under its final name; `stood`: bytes there before. `original`: former name of
 * the receiver's own file, which `temporary` now names. `partly`: the report was sent in one call, by mail or webhook.
 * `reached`, `refused`: keys of recipients that have the mail, and of those that never get it. `unsendable`: refused
 * ones whose address the mail server can't take. `by`: the process that made the call, until it records the response.
 * `lostAnswers`: by recipient's key, mails whose response was lost or is pending. `unanswered`: the same in earlier
 * versions of Sheaf, for all recipients in neither list.
 */
export type DeliveryProgress =
  | { stage: "writing" | "renaming" | "left"; temporary: string; since: string; original?: string; stood?: RemoteSize }
  | { stage: "direct"; stood: RemoteSize }
  | {
      stage: "partly";
      reached: string[];
      refused: string[];
      unsendable?: string[];
      by?: string;
      lostAnswers?: Record<string, number>;
      unanswered?: number;
    }
  | { stage: "confirmed"; receipt: StoredReceipt };

type UploadProgress = Extract<DeliveryProgress, { temporary: string }>;
const isOfUpload = (note: DeliveryProgress): note is UploadProgress => "temporary" in note;
type DirectWriteProgress = Extract<DeliveryProgress, { stage: "direct" }>;
export type HandoverProgress = Extract<DeliveryProgress, { stage: "partly" }>;

/** Mails to a recipient whose answer was lost. */
export const countLostAnswers = (note: HandoverProgress | undefined, key: string): number => {
  const { reached = [], refused = [], lostAnswers = {}, unanswered = 0 } = note ?? {};
  return lostAnswers[key] ?? (reached.includes(key) || refused.includes(key) ? 0 : unanswered);
};

/** True if a recipient not known to have the mail may have it. */
export const leavesDoubt = ({ reached, lostAnswers = {}, unanswered = 0 }: HandoverProgress): boolean =>
  unanswered > 0 || Object.keys(lostAnswers).some((key) => !reached.includes(key));

/** Channels that send the whole report in one call. */
export const handoverKinds = ["email", "webhook"] as const;
export type HandoverKind = (typeof handoverKinds)[number];

/**
 * A file that a delivery left behind. `original`: see {@link DeliveryProgress}. `isAside`: presumed there, though the
 * server may hide it.
 */
export type LeftoverFile = { id: string; temporary: string; original?: string | undefined; isAside: boolean };

/**
 * Keeps progress for 8 days by delivery, without secrets or addresses. Uploads are also kept by location, as a merchant
 * may correct the destination between tries.
 */
export type DeliveryProgressStore = {
  read(id: string): Promise<DeliveryProgress | undefined>;
  readUpload(place: string, id: string): Promise<UploadProgress | undefined>;
  write(id: string, note: DeliveryProgress): Promise<void>;
  writeUpload(place: string, id: string, note: UploadProgress): Promise<void>;
  /** Progress of mail and webhook is kept apart, as a merchant may switch between tries. */
  readHandover(way: HandoverKind, id: string): Promise<HandoverProgress | undefined>;
  writeHandover(way: HandoverKind, id: string, note: HandoverProgress): Promise<void>;
  /** Progress of a direct write is kept beside an upload's, as a merchant may switch between tries. */
  readDirect(place: string, id: string): Promise<DirectWriteProgress | undefined>;
  writeDirect(place: string, id: string, note: DirectWriteProgress): Promise<void>;
  /** Finds other deliveries' temporary files at a location. */
  findLeftovers(place: string, besides: string): Promise<LeftoverFile[]>;
  /** Forgets an upload. Call it once nothing of the upload is left there. */
  clearUpload(place: string, id: string): Promise<void>;
};

const toKey = (id: string): string => `delivery:${id}`;
const toLocationProgressKey = (place: string, id: string): string => `${toKey(id)}:${place}`;
/** Location keys are longer than a channel's name, so they never collide with these keys. */
const handoverKey = (way: HandoverKind, id: string): string => `${toKey(id)}:${way}`;
const directKey = (place: string, id: string): string => `${toLocationProgressKey(place, id)}:direct`;
/** Takes the id out of a key; ids have no colon. */
const parseId = (key: string): string => key.split(":")[1] ?? "";
const index = "deliveryAt";

/** Irreversible hash of a location. */
export const locationKey = (...parts: readonly (string | number)[]): string =>
  createHash("sha256").update(JSON.stringify(parts)).digest("base64url");

export const createDeliveryProgressStore = (
  stateStore: StateStore,
  clock: Pick<Clock, "wall">,
): DeliveryProgressStore => {
  const put = async (key: string, note: DeliveryProgress, names: Record<string, string>): Promise<void> => {
    const expiresAt = new Date(clock.wall().getTime() + progressRetentionMs);
    await stateStore.put(key, note, { expiresAt, index: names });
  };
  /** Reads progress of earlier versions of Sheaf, which kept it by id alone. */
  const withoutPlace = async (id: string) => {
    const entry = await stateStore.get<DeliveryProgress>(toKey(id));
    return entry && isOfUpload(entry.value) ? { value: entry.value, version: entry.version } : undefined;
  };
  return {
    async read(id) {
      return (await stateStore.get<DeliveryProgress>(toKey(id)))?.value;
    },
    async readUpload(location, id) {
      const entry =
        (await stateStore.get<UploadProgress>(toLocationProgressKey(location, id))) ?? (await withoutPlace(id));
      return entry?.value;
    },
    write: (id, note) => put(toKey(id), note, {}),
    writeUpload: (location, id, note) => put(toLocationProgressKey(location, id), note, { [index]: location }),
    async readHandover(way, id) {
      const note = (
        (await stateStore.get<DeliveryProgress>(handoverKey(way, id))) ??
        (await stateStore.get<DeliveryProgress>(toKey(id)))
      )?.value;
      return note?.stage === "partly" ? note : undefined;
    },
    writeHandover: (way, id, note) => put(handoverKey(way, id), note, {}),
    async readDirect(location, id) {
      return (await stateStore.get<DirectWriteProgress>(directKey(location, id)))?.value;
    },
    // Without an index, the file is never removed as a leftover.
    writeDirect: (location, id, note) => put(directKey(location, id), note, {}),
    async findLeftovers(location, besides) {
      const entries = await stateStore.find<DeliveryProgress>(index, location, 100);
      const now = clock.wall().getTime();
      return entries.flatMap(({ key, value }) => {
        const id = parseId(key);
        if (id === besides || !("temporary" in value)) return [];
        // Another delivery may be writing it now.
        if (value.stage !== "left" && now - Date.parse(value.since) < abandonedAfter) return [];
        return [{ id, temporary: value.temporary, original: value.original, isAside: value.stage === "left" }];
      });
    },
    async clearUpload(location, id) {
      await stateStore.delete(toLocationProgressKey(location, id));
      const old = await withoutPlace(id);
      if (!old) return;
      await stateStore.delete(toKey(id), { ifVersion: old.version }).catch((error: unknown) => {
        // The entry may have become the receipt.
        if (!(error instanceof StateConflict)) throw error;
      });
    },
  };
};
