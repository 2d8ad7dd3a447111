import { finished } from "node:stream/promises";
import { writeDirectlyWords } from "#domain/destinations/write-directly.ts";
import { type Delivery, DeliveryFailed, type FinishedFile, type FtpDestination } from "../ports/destination.ts";
import { openIntact } from "./intact.ts";
import type { LeftFile, Notes, SizeThere } from "./notes.ts";
import {
  isTakenAway,
  type RemoteFolder,
  RenamingRefused,
  takeAway,
  temporaryName,
  WritingRefused,
} from "./remote-folder.ts";
import { asideNote, renameOver, settleAside } from "./rename-over.ts";
import type { Steps } from "./steps.ts";

export type UploadWith = { notes: Notes; steps: Steps; now: () => Date };

/** A name that can only be a file in the folder it is put into. */
const assertPlainName = (name: string): void => {
  if (name === "" || name === "." || name === ".." || /[/\\\p{Cc}]/u.test(name))
    throw new RangeError(`A file of ${name.length} signs has a name that is none. Give one without folders.`);
};

const sameSize = (size: SizeThere, bytes: number): boolean => size === bytes || size === "unknown";

const notWhole = (size: SizeThere, bytes: number): DeliveryFailed =>
  new DeliveryFailed(
    "temporary",
    size === "none"
      ? `The server took the file but doesn't show it. If something there collects files at once, switch on “${writeDirectlyWords}” beside the directory. Otherwise check that its disk isn't full.`
      : `The server kept ${size} of ${bytes} bytes. Check that its disk isn't full.`,
  );

/** Adds to a failure what it left at the server. */
const withLeft = (error: unknown, left: readonly string[]): unknown =>
  error instanceof DeliveryFailed && left.length > 0
    ? new DeliveryFailed(error.kind, [error.message, ...left].join(" "), { steps: error.steps, reached: error.reached })
    : error;

/** Takes away what earlier deliveries left at a place, as far as it can be, and gives files of the receiver their names back. */
const removeLeft = async (folder: RemoteFolder, place: string, id: string, { notes, steps }: UploadWith) => {
  const left: LeftFile[] = await notes.leftAt(place, id);
  const own = await notes.readAt(place, asideNote(id));
  if (own && "temporary" in own && !left.some((one) => one.id === asideNote(id)))
    left.push({ ...own, id: asideNote(id) });
  if (left.length === 0) return;
  await steps.take("removed", async () => {
    for (const { id: of, temporary, original } of left) {
      const isGone =
        original === undefined ? await isTakenAway(folder, temporary) : await settleAside(folder, temporary, original);
      if (isGone) await notes.clearAt(place, of);
    }
  });
};

/** `isOfTest`: the file is a test button's, and its name is nobody else's. */
type Upload = Pick<Delivery<FtpDestination>, "id" | "file"> & {
  destination: Pick<FtpDestination, "direct">;
  isOfTest?: boolean;
};

const send = async (folder: RemoteFolder, name: string, file: FinishedFile): Promise<string> => {
  const bytes = await openIntact(file);
  try {
    return await folder.write(name, bytes);
  } catch (error) {
    throw bytes.trouble()?.error ?? error;
  } finally {
    bytes.stream.destroy();
  }
};

/** Reads a file through, so that no part of a damaged one is sent. @throws {FileDamaged} */
const assertIntact = async (file: FinishedFile): Promise<void> => {
  const { stream } = await openIntact(file);
  await finished(stream.resume());
};

/** What to say of the final name after a try to write directly that failed. */
const leftDirectly = async (folder: RemoteFolder, name: string, error: unknown): Promise<string[]> => {
  if (!(error instanceof WritingRefused))
    return [
      "A part of the file may be there under its final name. The next try writes over it if the server permits that.",
    ];
  // The refusal counts, and not what looking met.
  const size = await folder.size(name).catch(() => "unknown" as const);
  if (size === "none") return [];
  const there = typeof size === "number" ? "is already there" : "may already be there";
  return [
    `A file of this name ${there}. If the server lets no file be overwritten, rename or delete it on the server.`,
  ];
};

/** Takes a test's file away from its final name, and says so where it may still be there. */
const leftOfTest = async (folder: RemoteFolder, name: string): Promise<string[]> => {
  const left = await takeAway(folder, name);
  if (left === "removed" || left === "none") return [];
  return [`The file of this test, ${name}, may still be there. Delete it on the server.`];
};

/** The size of a file that the server took. A connection that is lost now takes nothing back. */
const sizeIfTold = async (folder: RemoteFolder, name: string): Promise<SizeThere> => {
  try {
    return await folder.size(name);
  } catch (error) {
    if (error instanceof DeliveryFailed) return "unknown";
    throw error;
  }
};

type Written = { answer: string; before: boolean };

/**
 * Writes a file under its final name. A failed try removes nothing, as an earlier file may have that name. `isOurs`: a file of its size that is there
 * now is that of an earlier try.
 */
const writeDirectly = async (
  folder: RemoteFolder,
  file: FinishedFile,
  { steps, isOurs }: { steps: Steps; isOurs: boolean },
): Promise<Written> => {
  await assertIntact(file);
  return steps.take("wrote", async () => {
    try {
      return { answer: await send(folder, file.name, file), before: false };
    } catch (error) {
      if (!(error instanceof WritingRefused) || !isOurs || (await sizeIfTold(folder, file.name)) !== file.bytes)
        throw error;
      const answer = "The server refused to overwrite the file, which an earlier try had put there with its full size.";
      return { answer, before: true };
    }
  });
};

/** A file that the server took, of which it shows another size, was not delivered. Something may have collected it already. */
const assertSizeKept = async (folder: RemoteFolder, { name, bytes }: FinishedFile): Promise<void> => {
  const size = await sizeIfTold(folder, name);
  if (typeof size === "number" && size !== bytes) throw notWhole(size, bytes);
};

/** Notes a try to write directly. True if an earlier one may have written the file of this size that is there. */
const noteDirect = async (
  folder: RemoteFolder,
  { id, file }: Upload,
  place: string,
  { notes, steps }: UploadWith,
): Promise<boolean> => {
  const note = await notes.readDirect(place, id);
  const size = await steps.take("checked size", () => folder.size(file.name));
  const stood = note !== undefined && size === file.bytes ? note.stood : size;
  if (stood !== note?.stood) await notes.writeDirect(place, id, { stage: "direct", stood });
  return note !== undefined && stood !== file.bytes;
};

/**
 * Puts a file into a folder, whole or not at all: under a temporary name, its size compared, then renamed. Where an earlier try lost
 * the answer to its renaming, what stands there is looked at, and nothing is sent again that is seen to be there. A `direct` destination has no
 * temporary name. Answers what the server said, and whether a file that the report replaced may stand aside.
 */
export const upload = async (
  folder: RemoteFolder,
  { id, file, destination, isOfTest = false }: Upload,
  place: string,
  using: UploadWith,
): Promise<Written & { hasReplaced: boolean }> => {
  const { notes, steps, now } = using;
  assertPlainName(file.name);
  const temporary = temporaryName(id);
  const note = await notes.readAt(place, id);
  // It was whole under its temporary name. If that is gone, and a file of another size had the final name, the renaming has worked.
  if (note?.stage === "renaming" && !sameSize(note.stood ?? "unknown", file.bytes)) {
    // In this order: a server of FTP that has told a size says by its refusal that the other file isn't there.
    const isThere = async () =>
      (await folder.size(file.name)) === file.bytes && (await folder.size(temporary)) === "none";
    if (await steps.take("checked size", isThere)) {
      const hasReplaced = (await notes.readAt(place, asideNote(id))) !== undefined;
      return { answer: "The server shows the file with its full size.", before: true, hasReplaced };
    }
  }
  await removeLeft(folder, place, id, using);
  // A server that forbids overwriting would refuse the next try otherwise.
  const isGone = note === undefined || (await isTakenAway(folder, temporary));
  if (destination.direct) {
    if (note !== undefined && isGone) await notes.clearAt(place, id);
    // A test's file has a name of its own.
    const isOurs = !isOfTest && (await noteDirect(folder, { id, file, destination }, place, using));
    try {
      const written = await writeDirectly(folder, file, { steps, isOurs });
      await steps.take("checked size", () => assertSizeKept(folder, file));
      return { ...written, hasReplaced: false };
    } catch (error) {
      if (!isOfTest) throw withLeft(error, await leftDirectly(folder, file.name, error));
      throw withLeft(error, error instanceof WritingRefused ? [] : await leftOfTest(folder, file.name));
    }
  }
  const noted = (stage: "writing" | "renaming" | "left", more: { stood?: SizeThere } = {}) =>
    notes.writeAt(place, id, { stage, temporary, since: now().toISOString(), ...more });
  await noted("writing");
  let lastAsked = false;
  const told: string[] = [];
  try {
    await steps.take("wrote", () => send(folder, temporary, file));
    const stood = await steps.take("checked size", async () => {
      const size = await folder.size(temporary);
      if (!sameSize(size, file.bytes)) throw notWhole(size, file.bytes);
      return size === "unknown" ? size : folder.size(file.name);
    });
    await noted("renaming", { stood });
    lastAsked = true;
    const to = { id, name: file.name, place };
    const { answer, hasReplaced } = await steps.take("renamed", () =>
      renameOver(folder, to, using, (one) => void told.push(one)),
    );
    return { answer: [answer, ...told].join(" "), before: false, hasReplaced };
  } catch (error) {
    const isUntouched = error instanceof WritingRefused && note === undefined;
    const left = isUntouched ? "none" : await takeAway(folder, temporary);
    // If a file with the temporary name could be removed, it was not renamed. If there is none, the renaming may have worked and its answer was lost.
    const isRenamed = lastAsked && !(error instanceof RenamingRefused);
    if (left === "removed" || (left === "none" && !isRenamed)) {
      steps.noteNothingLeft();
      await notes.clearAt(place, id);
      throw withLeft(error, told);
    }
    if (!isRenamed) await noted("left");
    if (left !== "none")
      told.push(
        error instanceof WritingRefused
          ? `The temporary file of an earlier try, ${temporary}, may be in the way. Let the user rename and delete files there, or switch on “${writeDirectlyWords}” beside the directory.`
          : `Its temporary file ${temporary} may still be there.`,
      );
    if (isOfTest && isRenamed) told.push(...(await leftOfTest(folder, file.name)));
    throw withLeft(error, told);
  }
};
