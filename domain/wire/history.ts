import { z } from "zod";

/** One line of the history of a filter or design: a change, or several edits of one field that followed closely. */
const HistoryItemData = z.strictObject({
  /** What `restore` takes: the object as it was after this change. */
  Version: z.number(),
  /** ISO UTC. */
  At: z.string(),
  /** 'You' ('The merchant' to support), 'Sheaf support (…)' or 'Sheaf'. */
  By: z.string(),
  /** A whole sentence. */
  Sentence: z.string(),
  /** Whether there is something to go back to: false of the line whose content stands, of a deletion and of a new place in the list. */
  CanRestore: z.boolean(),
  /** Of a restoration when the version was made that came back, ISO UTC; else null. */
  RestoredFrom: z.string().nullable(),
});
export type HistoryItem = z.infer<typeof HistoryItemData>;

/** A page of the history, newest first. */
export const HistoryPageData = z.strictObject({
  Items: z.array(HistoryItemData),
  /** Opaque: goes back as `before` for the page of older lines; null where there is none. */
  Before: z.string().nullable(),
});
export type HistoryPage = z.infer<typeof HistoryPageData>;

/** A filter or design that was deleted and may be restored. */
export const DeletedItemData = z.strictObject({
  id: z.string(),
  title: z.string(),
  /** ISO UTC. */
  DeletedAt: z.string(),
  /** The version to restore. */
  Version: z.number(),
});
export type DeletedItem = z.infer<typeof DeletedItemData>;

export const RestorePayload = z.strictObject({
  id: z.string().min(1).max(100),
  version: z.number().int().min(0),
});

/** Sentences about what could not be restored; empty when all was. */
export type Restored<Item> = { Item: Item; NotRestored: string[] };

/** What restoring a version would bring, before it is done. */
export type HistoryVersion<Item> = {
  /** The object as it would stand. */
  Item: Item;
  /** What would be another than now, a sentence each; empty when nothing would. */
  Changes: string[];
  /** Sentences about what could not be restored. */
  NotRestored: string[];
};
