import { createHash } from "node:crypto";
import type { Clock } from "../ports/clock.ts";
import { StateConflict, type StateStore } from "../ports/stores/state-store.ts";

/** Bytes of a file on a server; `none`: the server shows that it isn't there; `unknown`: the user may not look. */
export type SizeThere = number | "none" | "unknown";

/** What was confirmed is remembered so long, ms: longer than any delivery is tried. */
export const rememberedFor = 8 * 24 * 60 * 60_000;
/** A temporary file of this age is nobody's any more, ms: longer than an upload may take. */
const abandonedAfter = 60 * 60_000;

/** `refused` is absent where nobody was. */
type StoredReceipt = { at: string; to: string; answer: string; refused?: number[] };
/**
 * How far a delivery came. `writing`: its temporary file may stand at the receiver. `renaming`: it was whole there, and was asked to be
 * renamed; `stood`: bytes of what had the final name then. `left`: it failed and may still stand there. `direct`: it may have been
 * written under its final name, and `stood` is what had that name before. `original`: the temporary name is of a file of the receiver, which had this one. `partly`: a receiver that takes all at once was asked. `reached`, `refused`: keys of recipients
 * that have the mail, and of those who never will. `by`: the process that asks and has not noted the answer; absent once it has. `unanswered`: how often a
 * mail server had the whole mail and its answer was lost, or is still waited for; absent where that never was.
 */
export type Note =
  | { stage: "writing" | "renaming" | "left"; temporary: string; since: string; original?: string; stood?: SizeThere }
  | { stage: "direct"; stood: SizeThere }
  | { stage: "partly"; reached: string[]; refused: string[]; by?: string; unanswered?: number }
  | { stage: "confirmed"; receipt: StoredReceipt };

/** Notes of files at a server. */
type UploadNote = Extract<Note, { temporary: string }>;
const isOfUpload = (note: Note): note is UploadNote => "temporary" in note;
type DirectNote = Extract<Note, { stage: "direct" }>;
export type AskedNote = Extract<Note, { stage: "partly" }>;

/** Receivers that take all at once. */
export const ways = ["email", "webhook"] as const;
export type Way = (typeof ways)[number];

/** A file that a delivery left; `original`: see {@link Note}. */
export type LeftFile = { id: string; temporary: string; original?: string | undefined };

/**
 * Notes of adapters about deliveries. The state store keeps them for 8 days, under the delivery's id. They hold no secrets and no addresses. Notes of uploads are
 * also under their place: a merchant may correct the destination between two tries.
 */
export type Notes = {
  read(id: string): Promise<Note | undefined>;
  /** The note of an upload to a place. */
  readAt(place: string, id: string): Promise<UploadNote | undefined>;
  write(id: string, note: Note): Promise<void>;
  writeAt(place: string, id: string, note: UploadNote): Promise<void>;
  /** The note of a receiver that was asked, by each way for itself: a merchant may change from mail to a webhook between two tries, and back. */
  readAsked(way: Way, id: string): Promise<AskedNote | undefined>;
  writeAsked(way: Way, id: string, note: AskedNote): Promise<void>;
  /** The note of a try to write directly, beside that of an upload: a merchant may switch between the two. */
  readDirect(place: string, id: string): Promise<DirectNote | undefined>;
  writeDirect(place: string, id: string, note: DirectNote): Promise<void>;
  /** Temporary files of other deliveries that were left at a place. */
  leftAt(place: string, besides: string): Promise<LeftFile[]>;
  /** Nothing is left of it at this place any more. */
  clearAt(place: string, id: string): Promise<void>;
};

const keyOf = (id: string): string => `delivery:${id}`;
const keyAt = (place: string, id: string): string => `${keyOf(id)}:${place}`;
/** Keys of places are longer. */
const askedKey = (way: Way, id: string): string => `${keyOf(id)}:${way}`;
const directKey = (place: string, id: string): string => `${keyAt(place, id)}:direct`;
/** Ids have no colon. */
const idIn = (key: string): string => key.split(":")[1] ?? "";
const index = "deliveryAt";

/** A place as a key that names nobody. */
export const placeKey = (...parts: readonly (string | number)[]): string =>
  createHash("sha256").update(JSON.stringify(parts)).digest("base64url");

export const createNotes = (stateStore: StateStore, clock: Pick<Clock, "wall">): Notes => {
  const put = async (key: string, note: Note, names: Record<string, string>): Promise<void> => {
    const expiresAt = new Date(clock.wall().getTime() + rememberedFor);
    await stateStore.put(key, note, { expiresAt, index: names });
  };
  /** A note of an upload that is kept under its id alone, as earlier versions of Sheaf did. */
  const withoutPlace = async (id: string) => {
    const entry = await stateStore.get<Note>(keyOf(id));
    return entry && isOfUpload(entry.value) ? { value: entry.value, version: entry.version } : undefined;
  };
  return {
    async read(id) {
      return (await stateStore.get<Note>(keyOf(id)))?.value;
    },
    async readAt(place, id) {
      const entry = (await stateStore.get<UploadNote>(keyAt(place, id))) ?? (await withoutPlace(id));
      return entry?.value;
    },
    write: (id, note) => put(keyOf(id), note, {}),
    writeAt: (place, id, note) => put(keyAt(place, id), note, { [index]: place }),
    async readAsked(way, id) {
      // Earlier versions of Sheaf kept it under the id alone.
      const note = ((await stateStore.get<Note>(askedKey(way, id))) ?? (await stateStore.get<Note>(keyOf(id))))?.value;
      return note?.stage === "partly" ? note : undefined;
    },
    writeAsked: (way, id, note) => put(askedKey(way, id), note, {}),
    async readDirect(place, id) {
      return (await stateStore.get<DirectNote>(directKey(place, id)))?.value;
    },
    // Nobody looks for it by its place: nothing of it is taken away.
    writeDirect: (place, id, note) => put(directKey(place, id), note, {}),
    async leftAt(place, besides) {
      const entries = await stateStore.find<Note>(index, place, 100);
      const now = clock.wall().getTime();
      return entries.flatMap(({ key, value }) => {
        const id = idIn(key);
        if (id === besides || !("temporary" in value)) return [];
        // One that is being written by another delivery is not ours to take away.
        if (value.stage !== "left" && now - Date.parse(value.since) < abandonedAfter) return [];
        return [{ id, temporary: value.temporary, original: value.original }];
      });
    },
    async clearAt(place, id) {
      await stateStore.delete(keyAt(place, id));
      const old = await withoutPlace(id);
      if (!old) return;
      await stateStore.delete(keyOf(id), { ifVersion: old.version }).catch((error: unknown) => {
        // By now it may be the receipt.
        if (!(error instanceof StateConflict)) throw error;
      });
    },
  };
};
