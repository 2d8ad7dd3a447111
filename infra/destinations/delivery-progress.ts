import { createHash } from "node:crypto";
import type { Clock } from "../ports/clock.ts";
import { StateConflict, type StateStore } from "../ports/stores/state-store.ts";

/** Bytes of a file on a server. `none`: it doesn't exist. `unknown`: the user may not list it. */
export type RemoteSize = number | "none" | "unknown";

/** Retention, ms; longer than any delivery is retried. */
export const progressRetentionMs = 8 * 24 * 60 * 60_000;
/** Age of an abandoned temporary file, ms; longer than an upload may take. */
const abandonedAfter = 60 * 60_000;

/** `refused` and `unsendable` are absent if there are none. */
type StoredReceipt = { at: string; to: string; answer: string; refused?: number[]; unsendable?: number[] };
/**
 * Progress of a delivery. `writing`: its temporary file may be at the receiver. `renaming`: that file was complete, and
 * a rename was requested; `stood`: bytes then under the final name. `left`: it failed and may still be there. `direct`:
 * it may be written under its final name; `stood`: bytes under that name before. `original`: the temporary file is the
 * receiver's own, formerly of this name. `partly`: a receiver that takes the whole report at once was asked. `reached`,
 * `refused`: keys of recipients that have the mail, and of those that never get it. `unsendable`: those of the latter
 * whose address the mail server can't take; absent if none. `by`: the process that asks, until it records the response.
 * `lostAnswers`: how many mails each recipient, by key, was sent whose answer was lost, a pending one included; absent
 * if none. `unanswered`: the same in earlier versions of Sheaf, where it counts for everybody in neither of the lists.
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

/** Progress of a file upload. */
type UploadProgress = Extract<DeliveryProgress, { temporary: string }>;
const isOfUpload = (note: DeliveryProgress): note is UploadProgress => "temporary" in note;
type DirectWriteProgress = Extract<DeliveryProgress, { stage: "direct" }>;
export type HandoverProgress = Extract<DeliveryProgress, { stage: "partly" }>;

/** Counts the mails to a recipient whose answer was lost. */
export const countLostAnswers = (note: HandoverProgress | undefined, key: string): number => {
  const { reached = [], refused = [], lostAnswers = {}, unanswered = 0 } = note ?? {};
  return lostAnswers[key] ?? (reached.includes(key) || refused.includes(key) ? 0 : unanswered);
};

/** Tells if a recipient that isn't known to have the mail may have it. */
export const leavesDoubt = ({ reached, lostAnswers = {}, unanswered = 0 }: HandoverProgress): boolean =>
  unanswered > 0 || Object.keys(lostAnswers).some((key) => !reached.includes(key));

/** Channels that hand over the whole report at once. */
export const handoverKinds = ["email", "webhook"] as const;
export type HandoverKind = (typeof handoverKinds)[number];

/**
 * A file that a delivery left behind. `original`: see {@link DeliveryProgress}. `isAside`: presumed there, though the
 * server may hide it.
 */
export type LeftoverFile = { id: string; temporary: string; original?: string | undefined; isAside: boolean };

/**
 * Progress of deliveries. The state store keeps it for 8 days under the delivery's id, without secrets or addresses.
 * Uploads are also kept by location, as a merchant may correct the destination between tries.
 */
export type DeliveryProgressStore = {
  read(id: string): Promise<DeliveryProgress | undefined>;
  /** Reads an upload's progress at a location. */
  readUpload(place: string, id: string): Promise<UploadProgress | undefined>;
  write(id: string, note: DeliveryProgress): Promise<void>;
  writeUpload(place: string, id: string, note: UploadProgress): Promise<void>;
  /** Reads a hand-over's progress by channel, as a merchant may switch between mail and webhook between tries. */
  readHandover(way: HandoverKind, id: string): Promise<HandoverProgress | undefined>;
  writeHandover(way: HandoverKind, id: string, note: HandoverProgress): Promise<void>;
  /** Reads a direct write's progress. It is kept beside an upload's, as a merchant may switch between tries. */
  readDirect(place: string, id: string): Promise<DirectWriteProgress | undefined>;
  writeDirect(place: string, id: string, note: DirectWriteProgress): Promise<void>;
  /** Finds other deliveries' temporary files at a location. */
  findLeftovers(place: string, besides: string): Promise<LeftoverFile[]>;
  /** Deletes an upload's progress once nothing of it is left at the location. */
  clearUpload(place: string, id: string): Promise<void>;
};

const toKey = (id: string): string => `delivery:${id}`;
const toLocationProgressKey = (place: string, id: string): string => `${toKey(id)}:${place}`;
/** Location keys are longer, so they never collide with these. */
const handoverKey = (way: HandoverKind, id: string): string => `${toKey(id)}:${way}`;
const directKey = (place: string, id: string): string => `${toLocationProgressKey(place, id)}:direct`;
/** Ids have no colon. */
const parseId = (key: string): string => key.split(":")[1] ?? "";
const index = "deliveryAt";

/** Hashes a location irreversibly. */
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
  /** Reads an upload's progress by its id alone, as earlier versions of Sheaf kept it. */
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
    // Without an index it is never removed as a leftover.
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
