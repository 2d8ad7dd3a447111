import { z } from "zod";

/** One change, or edits of one field in close succession. */
const HistoryItemData = z.strictObject({
  /** Argument of `restore`: the object after this change. */
  Version: z.number(),
  /** Instant, ISO UTC. */
  At: z.string(),
  /** 'You' ('The merchant' to support), 'Sheaf support (…)' or 'Sheaf'. */
  By: z.string(),
  /** A full sentence. */
  Sentence: z.string(),
  /** False for current content, deletions and reordering: nothing to restore. */
  CanRestore: z.boolean(),
  /** Creation time of the restored version, ISO UTC; else null. */
  RestoredFrom: z.string().nullable(),
});
export type HistoryItem = z.infer<typeof HistoryItemData>;

/** A history page, newest first. */
export const HistoryPageData = z.strictObject({
  Items: z.array(HistoryItemData),
  /** Opaque: send it as `before` to get the next, older page. */
  Before: z.string().nullable(),
});
export type HistoryPage = z.infer<typeof HistoryPageData>;

/** A deleted filter or design that may be restored. */
export const DeletedItemData = z.strictObject({
  id: z.string(),
  title: z.string(),
  /** Instant, ISO UTC. */
  DeletedAt: z.string(),
  Version: z.number(),
});
export type DeletedItem = z.infer<typeof DeletedItemData>;

export const RestorePayload = z.strictObject({
  id: z.string().min(1).max(100),
  version: z.number().int().min(0),
});

/** `NotRestored`: sentences about content that could not be restored. */
export type Restored<Item> = { Item: Item; NotRestored: string[] };

/** Preview of restoring a version. */
export type HistoryVersion<Item> = {
  /** The object after restoring. */
  Item: Item;
  /** Differences from now, a sentence each. */
  Changes: string[];
  /** Sentences about content that could not be restored. */
  NotRestored: string[];
};
