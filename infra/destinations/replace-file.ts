import { DeliveryFailed } from "../ports/destination.ts";
import type { DeliveryProgressStore } from "./delivery-progress.ts";
import {
  hasRemoved,
  previousFileName,
  type RemoteFolder,
  RenamingRefused,
  toTemporaryName,
  tryRemove,
} from "./remote-folder.ts";

/** Id for a file renamed aside. Its progress outlives the delivery's own, which the receipt replaces. */
export const previousFileProgressId = (id: string): string => `${id}-old`;

/**
 * Restores the name of a receiver's file, or removes the file if another one has that name. False if it stays. Never
 * removes what may be the only file. `isAside`: the server renamed it before; then it is never taken for missing, as
 * some servers hide it.
 */
export const restorePreviousFile = async (
  folder: RemoteFolder,
  { aside, original, isAside }: { aside: string; original: string; isAside: boolean },
): Promise<boolean> => {
  try {
    if (!isAside && (await folder.size(aside)) === "none") return true;
    if (typeof (await folder.size(original)) === "number") return await hasRemoved(folder, aside);
    await folder.rename(aside, original);
    return true;
  } catch (error) {
    if (error instanceof DeliveryFailed) return false;
    throw error;
  }
};

/** Tells that a replaced file may still be there. */
export const describeLeftPreviousFile = (id: string): string =>
  `The file that was there before may still be there as ${previousFileName(id)}. Delete it on the server.`;

type Renaming = { id: string; place: string };
type ProgressDeps = { progress: DeliveryProgressStore; now: () => Date };

/** Records a file renamed aside, for the next delivery to remove. */
export const notePreviousFile = ({ id, place }: Renaming, { progress, now }: ProgressDeps): Promise<void> =>
  progress.writeUpload(place, previousFileProgressId(id), {
    stage: "left",
    temporary: previousFileName(id),
    since: now().toISOString(),
  });

/** Deletes a replaced file. If it may still be there, returns false and keeps its progress. */
export const removePreviousFile = async (
  folder: RemoteFolder,
  { id, place }: Renaming,
  progress: DeliveryProgressStore,
): Promise<boolean> => {
  const left = await tryRemove(folder, previousFileName(id));
  if (left !== "removed" && left !== "none") return false;
  await progress.clearUpload(place, previousFileProgressId(id));
  return true;
};

/**
 * Renames a complete file over an existing one. If refused, first renames the existing file aside. That shows that
 * renaming is permitted, and the receiver keeps the old file until the report has its name. `tell` gets a sentence
 * about anything else left at the server. `hasReplaced`: the old file is aside.
 * @throws {RenamingRefused}
 */
export const replaceFile = async (
  folder: RemoteFolder,
  { id, name, place }: Renaming & { name: string },
  { progress, now }: ProgressDeps,
  tell: (sentence: string) => void,
): Promise<{ answer: string; hasReplaced: boolean }> => {
  const [temporary, aside] = [toTemporaryName(id), previousFileName(id)];
  const noted = (stage: "renaming" | "left") =>
    progress.writeUpload(place, previousFileProgressId(id), {
      stage,
      temporary: aside,
      since: now().toISOString(),
      original: name,
    });
  /** Undoes a rename that may have left the receiver's file aside. `isAside`: it is certainly aside. */
  const putBack = async (isAside: boolean): Promise<void> => {
    if (await restorePreviousFile(folder, { aside, original: name, isAside }))
      return progress.clearUpload(place, previousFileProgressId(id));
    return recordLeft();
  };
  const recordLeft = async (): Promise<void> => {
    await noted("left");
    tell(
      `The file that was there before may now be called ${aside}. You can rename it back on the server. The next delivery to this folder does so too.`,
    );
  };
  let refused: RenamingRefused;
  try {
    return { answer: await folder.rename(temporary, name), hasReplaced: false };
  } catch (error) {
    if (!(error instanceof RenamingRefused)) throw error;
    refused = error;
  }
  const wasLeft = (await progress.readUpload(place, previousFileProgressId(id)))?.stage === "left";
  await noted("renaming");
  try {
    await folder.rename(name, aside);
  } catch (error) {
    if (!(error instanceof RenamingRefused)) {
      await putBack(wasLeft);
      throw error;
    }
    if (wasLeft) await recordLeft();
    else await progress.clearUpload(place, previousFileProgressId(id));
    if (typeof (await folder.size(name)) === "number")
      tell("A file of this name is already there, and the server refused to rename that one too.");
    throw refused;
  }
  try {
    return { answer: await folder.rename(temporary, name), hasReplaced: true };
  } catch (error) {
    await putBack(true);
    throw error;
  }
};
