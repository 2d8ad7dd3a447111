import { DeliveryFailed } from "../ports/destination.ts";
import type { Notes } from "./notes.ts";
import {
  asideName,
  isTakenAway,
  type RemoteFolder,
  RenamingRefused,
  takeAway,
  temporaryName,
} from "./remote-folder.ts";

/** Id of the note about a file renamed aside. It outlives the delivery's own note, which goes with the receipt. */
export const asideNote = (id: string): string => `${id}-old`;

/**
 * Gives a file of the receiver its name back, or removes it where another one stands under that name. False where it stays as it is: nothing is
 * removed that may be the receiver's only one.
 */
export const settleAside = async (folder: RemoteFolder, aside: string, original: string): Promise<boolean> => {
  try {
    if ((await folder.size(aside)) === "none") return true;
    if (typeof (await folder.size(original)) === "number") return await isTakenAway(folder, aside);
    await folder.rename(aside, original);
    return true;
  } catch (error) {
    if (error instanceof DeliveryFailed) return false;
    throw error;
  }
};

/** Says that a file which a report has replaced may still be there. */
export const asideLeft = (id: string): string =>
  `The file that was there before may still be there as ${asideName(id)}. Delete it on the server.`;

type Renaming = { id: string; place: string };
type NoteWith = { notes: Notes; now: () => Date };

/** Notes that a report stands in the place of a file renamed aside: what is left of that goes, by whatever delivery comes to the folder next. */
export const noteReplaced = ({ id, place }: Renaming, { notes, now }: NoteWith): Promise<void> =>
  notes.writeAt(place, asideNote(id), { stage: "left", temporary: asideName(id), since: now().toISOString() });

/** Removes the file that a report has replaced for good. False where it may still be there, and its note stays. */
export const removeReplaced = async (folder: RemoteFolder, { id, place }: Renaming, notes: Notes): Promise<boolean> => {
  const left = await takeAway(folder, asideName(id));
  if (left !== "removed" && left !== "none") return false;
  await notes.clearAt(place, asideNote(id));
  return true;
};

/**
 * Renames a whole file over whatever has its name. Where the server refuses, the file of that name is first renamed aside: this shows that renaming is
 * permitted, and the receiver keeps it until the report stands. `tell` hears what else stays at the server. Answers what the server said, and whether
 * the other file stands aside now.
 * @throws {RenamingRefused}
 */
export const renameOver = async (
  folder: RemoteFolder,
  { id, name, place }: Renaming & { name: string },
  { notes, now }: NoteWith,
  tell: (sentence: string) => void,
): Promise<{ answer: string; hasReplaced: boolean }> => {
  const [temporary, aside] = [temporaryName(id), asideName(id)];
  const noted = (stage: "renaming" | "left") =>
    notes.writeAt(place, asideNote(id), { stage, temporary: aside, since: now().toISOString(), original: name });
  /** After a renaming that may have left the receiver's file aside. */
  const putBack = async (): Promise<void> => {
    if (await settleAside(folder, aside, name)) return notes.clearAt(place, asideNote(id));
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
  await noted("renaming");
  try {
    await folder.rename(name, aside);
  } catch (error) {
    if (!(error instanceof RenamingRefused)) {
      await putBack();
      throw error;
    }
    await notes.clearAt(place, asideNote(id));
    if (typeof (await folder.size(name)) === "number")
      tell("A file of this name is already there, and the server refused to rename that one too.");
    throw refused;
  }
  try {
    return { answer: await folder.rename(temporary, name), hasReplaced: true };
  } catch (error) {
    await putBack();
    throw error;
  }
};
