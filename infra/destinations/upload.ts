import { finished } from "node:stream/promises";
import { writeDirectlyLabel } from "#domain/destinations/write-directly.ts";
import { type Delivery, DeliveryFailed, type FinishedFile, type FtpDestination } from "../ports/destination.ts";
import type { DeliveryProgressStore, LeftoverFile, RemoteSize } from "./delivery-progress.ts";
import {
  hasRemoved,
  type RemoteFolder,
  RenamingRefused,
  toTemporaryName,
  tryRemove,
  WritingRefused,
} from "./remote-folder.ts";
import { previousFileProgressId, replaceFile, restorePreviousFile } from "./replace-file.ts";
import type { Steps } from "./steps.ts";
import { openVerified } from "./verified-file.ts";

export type UploadDeps = { progress: DeliveryProgressStore; steps: Steps; now: () => Date };

const assertPlainName = (name: string): void => {
  if (name === "" || name === "." || name === ".." || /[/\\\p{Cc}]/u.test(name))
    throw new RangeError(`A file's name of ${name.length} characters isn't valid. Give one without folders.`);
};

const sameSize = (size: RemoteSize, bytes: number): boolean => size === bytes || size === "unknown";

const notWhole = (size: RemoteSize, bytes: number): DeliveryFailed =>
  new DeliveryFailed(
    "temporary",
    size === "none"
      ? `The server accepted the file, but the file isn't there. If a program there picks up files right away, turn on “${writeDirectlyLabel}” in the destination. Otherwise, check that the server's disk isn't full.`
      : `The server stored only ${size} of ${bytes} bytes. Check that its disk isn't full.`,
  );

const withLeftovers = (error: unknown, left: readonly string[]): unknown =>
  error instanceof DeliveryFailed && left.length > 0
    ? new DeliveryFailed(error.kind, [error.message, ...left].join(" "), { steps: error.steps, reached: error.reached })
    : error;

/** Removes earlier deliveries' leftovers as far as possible, and restores the names of receivers' files. */
const removeLeftovers = async (folder: RemoteFolder, place: string, id: string, { progress, steps }: UploadDeps) => {
  const leftovers: LeftoverFile[] = await progress.findLeftovers(place, id);
  const own = await progress.readUpload(place, previousFileProgressId(id));
  if (own && "temporary" in own && !leftovers.some((one) => one.id === previousFileProgressId(id)))
    leftovers.push({ ...own, isAside: own.stage === "left", id: previousFileProgressId(id) });
  if (leftovers.length === 0) return;
  await steps.runStep("removed", async () => {
    for (const { id: of, temporary, original, isAside } of leftovers) {
      const isGone =
        original === undefined
          ? await hasRemoved(folder, temporary)
          : await restorePreviousFile(folder, { aside: temporary, original, isAside });
      if (isGone) await progress.clearUpload(place, of);
    }
  });
};

type Upload = Pick<Delivery<FtpDestination>, "id" | "file"> & {
  destination: Pick<FtpDestination, "direct">;
  /** True for a test's file, whose name is unique. */
  isOfTest?: boolean;
};

const send = async (folder: RemoteFolder, name: string, file: FinishedFile): Promise<string> => {
  const bytes = await openVerified(file);
  try {
    return await folder.write(name, bytes);
  } catch (error) {
    throw bytes.trouble()?.error ?? error;
  } finally {
    bytes.stream.destroy();
  }
};

/**
 * No part of a damaged file may be sent.
 * @throws {FileDamaged}
 */
const assertIntact = async (file: FinishedFile): Promise<void> => {
  const { stream } = await openVerified(file);
  await finished(stream.resume());
};

/** Describes the file that a failed direct write left under the final name. */
const describeDirectLeftover = async (folder: RemoteFolder, name: string, error: unknown): Promise<string[]> => {
  if (!(error instanceof WritingRefused))
    return [
      "The file, or part of it, may be there under its final name. The next attempt overwrites it if the server allows that.",
    ];
  // Errors of this check are ignored; the refusal counts.
  const size = await folder.size(name).catch(() => "unknown" as const);
  if (size === "none") return [];
  const there = typeof size === "number" ? "is already there" : "may already be there";
  return [`A file of this name ${there}. If the server doesn't allow overwriting, rename or delete the file there.`];
};

/** Returns a sentence if the test's file may still be there. */
const removeTestFile = async (folder: RemoteFolder, name: string): Promise<string[]> => {
  const left = await tryRemove(folder, name);
  if (left === "removed" || left === "none") return [];
  return [`The file of this test, ${name}, may still be there. Delete it on the server.`];
};

/** The server may have renamed the file although the answer was lost. */
const noticeLostRename = (folder: RemoteFolder, name: string, onLost: () => void): RemoteFolder => ({
  ...folder,
  rename: async (from, to) => {
    try {
      return await folder.rename(from, to);
    } catch (error) {
      if (from === name && !(error instanceof RenamingRefused)) onLost();
      throw error;
    }
  },
});

/** Size of an accepted file; a connection lost now doesn't undo the delivery. */
const sizeIfTold = async (folder: RemoteFolder, name: string): Promise<RemoteSize> => {
  try {
    return await folder.size(name);
  } catch (error) {
    if (error instanceof DeliveryFailed) return "unknown";
    throw error;
  }
};

type Written = { answer: string; before: boolean };

/**
 * A failed try removes nothing, as an earlier file may have the final name. `isOurs`: a file of this size is an earlier
 * try's.
 */
const writeDirectly = async (
  folder: RemoteFolder,
  file: FinishedFile,
  { steps, isOurs }: { steps: Steps; isOurs: boolean },
): Promise<Written> => {
  await assertIntact(file);
  return steps.runStep("wrote", async () => {
    try {
      return { answer: await send(folder, file.name, file), before: false };
    } catch (error) {
      if (!(error instanceof WritingRefused) || !isOurs || (await sizeIfTold(folder, file.name)) !== file.bytes)
        throw error;
      const answer = "The server refused to overwrite the file, which an earlier attempt had uploaded in full.";
      return { answer, before: true };
    }
  });
};

/** A missing file may have been collected already. */
const assertSizeKept = async (folder: RemoteFolder, { name, bytes }: FinishedFile): Promise<void> => {
  const size = await sizeIfTold(folder, name);
  if (typeof size === "number" && size !== bytes) throw notWhole(size, bytes);
};

/** Records a direct write. True if an earlier try may have written the existing file of this size. */
const recordDirectWrite = async (
  folder: RemoteFolder,
  { id, file }: Upload,
  place: string,
  { progress, steps }: UploadDeps,
): Promise<boolean> => {
  const note = await progress.readDirect(place, id);
  const size = await steps.runStep("checked size", () => folder.size(file.name));
  const previousSize = note !== undefined && size === file.bytes ? note.stood : size;
  if (previousSize !== note?.stood) await progress.writeDirect(place, id, { stage: "direct", stood: previousSize });
  return note !== undefined && previousSize !== file.bytes;
};

/**
 * Uploads a file, complete or not at all: under a temporary name, renamed once the size is right. If an earlier
 * rename lost its response, a complete file isn't sent again. A `direct` destination uses no temporary name.
 * `hasReplaced`: a replaced file may still be aside.
 */
export const upload = async (
  folder: RemoteFolder,
  { id, file, destination, isOfTest = false }: Upload,
  location: string,
  using: UploadDeps,
): Promise<Written & { hasReplaced: boolean }> => {
  const { progress, steps, now } = using;
  assertPlainName(file.name);
  const temporary = toTemporaryName(id);
  const note = await progress.readUpload(location, id);
  // The file was complete under its temporary name. If it isn't there, and another size had the final name, the rename
  // worked.
  if (note?.stage === "renaming" && !sameSize(note.stood ?? "unknown", file.bytes)) {
    // In this order: an FTP server that has given one size refuses another only if the file doesn't exist.
    const isThere = async () =>
      (await folder.size(file.name)) === file.bytes && (await folder.size(temporary)) === "none";
    if (await steps.runStep("checked size", isThere)) {
      const hasReplaced = (await progress.readUpload(location, previousFileProgressId(id))) !== undefined;
      return { answer: "The server shows the file with its full size.", before: true, hasReplaced };
    }
  }
  await removeLeftovers(folder, location, id, using);
  // A leftover would block the next try on a server that forbids overwriting.
  const isGone = note === undefined || (await hasRemoved(folder, temporary));
  if (destination.direct) {
    if (note !== undefined && isGone) await progress.clearUpload(location, id);
    const isOurs = !isOfTest && (await recordDirectWrite(folder, { id, file, destination }, location, using));
    try {
      const written = await writeDirectly(folder, file, { steps, isOurs });
      await steps.runStep("checked size", () => assertSizeKept(folder, file));
      return { ...written, hasReplaced: false };
    } catch (error) {
      if (!isOfTest) throw withLeftovers(error, await describeDirectLeftover(folder, file.name, error));
      throw withLeftovers(error, error instanceof WritingRefused ? [] : await removeTestFile(folder, file.name));
    }
  }
  const noted = (stage: "writing" | "renaming" | "left", more: { stood?: RemoteSize } = {}) =>
    progress.writeUpload(location, id, { stage, temporary, since: now().toISOString(), ...more });
  await noted("writing");
  let lastAsked = false;
  let mayBeInPlace = false;
  const notes: string[] = [];
  try {
    await steps.runStep("wrote", () => send(folder, temporary, file));
    const previousSize = await steps.runStep("checked size", async () => {
      const size = await folder.size(temporary);
      if (!sameSize(size, file.bytes)) throw notWhole(size, file.bytes);
      return size === "unknown" ? size : folder.size(file.name);
    });
    await noted("renaming", { stood: previousSize });
    lastAsked = true;
    const to = { id, name: file.name, place: location };
    const noticing = noticeLostRename(folder, temporary, () => {
      mayBeInPlace = true;
    });
    const { answer, hasReplaced } = await steps.runStep("renamed", () =>
      replaceFile(noticing, to, using, (one) => void notes.push(one)),
    );
    // An earlier try may have left the receiver's file aside.
    const hasOld = hasReplaced || (await progress.readUpload(location, previousFileProgressId(id))) !== undefined;
    return { answer: [answer, ...notes].join(" "), before: false, hasReplaced: hasOld };
  } catch (error) {
    const isUntouched = error instanceof WritingRefused && note === undefined;
    const left = isUntouched ? "none" : await tryRemove(folder, temporary);
    // A temporary file that could be removed wasn't renamed. If it is missing, the rename may have worked and lost its
    // response.
    const isRenamed = lastAsked && !(error instanceof RenamingRefused);
    if (left === "removed" || (left === "none" && !isRenamed)) {
      steps.markNothingLeft();
      await progress.clearUpload(location, id);
      throw withLeftovers(error, notes);
    }
    if (!isRenamed) await noted("left");
    const mayStand = !isOfTest && mayBeInPlace && left !== "left";
    if (mayStand) notes.push(`The report may be there as ${file.name}.`);
    if (left !== "none")
      notes.push(
        error instanceof WritingRefused
          ? `The temporary file of an earlier attempt, ${temporary}, may be in the way. Let the user rename and delete files there, or turn on “${writeDirectlyLabel}” in the destination.`
          : `${mayStand ? "If not, its" : "Its"} temporary file ${temporary} may still be there.`,
      );
    if (isOfTest && isRenamed) notes.push(...(await removeTestFile(folder, file.name)));
    throw withLeftovers(error, notes);
  }
};
