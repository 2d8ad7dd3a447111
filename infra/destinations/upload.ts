import { createHash } from "node:crypto";
import { type Delivery, DeliveryFailed, type FtpDestination } from "../ports/destination.ts";
import { type IntactBytes, openIntact } from "./intact.ts";
import type { Notes } from "./notes.ts";
import type { Steps } from "./steps.ts";

/** A folder of a server on which files are put, already entered. What cannot be done throws {DeliveryFailed}. */
export type RemoteFolder = {
  /** Bytes of a file; `none`: there is no such file; `unknown`: the server does not say. */
  size(name: string): Promise<number | "none" | "unknown">;
  /** Answers what the server said. */
  write(name: string, bytes: IntactBytes): Promise<string>;
  /** Over whatever stands under the new name. Answers what the server said. */
  rename(from: string, to: string): Promise<string>;
  /** Also where there is no such file. */
  remove(name: string): Promise<void>;
};

export type UploadedFile = { name: string; bytes: number };

/** Under which name a file is written until it is whole: hidden, of another ending, and the same on every try of a delivery. */
export const temporaryName = (id: string): string =>
  `.sheaf-${createHash("sha256").update(id).digest("hex").slice(0, 16)}.part`;

/** A name that can only be a file in the folder it is put into. */
export const assertPlainName = (name: string): void => {
  if (name === "" || name === "." || name === ".." || /[/\\\p{Cc}]/u.test(name))
    throw new RangeError(`A file of ${name.length} signs has a name that is none. Give one without folders.`);
};

const sameSize = (size: number | "none" | "unknown", bytes: number): boolean => size === bytes || size === "unknown";

const notWhole = (size: number | "none" | "unknown", bytes: number): DeliveryFailed =>
  new DeliveryFailed(
    "temporary",
    size === "none"
      ? "The server took the file and doesn't have it. Check that its disk isn't full."
      : `The server kept ${size} of ${bytes} bytes, so the file was taken away again. Check that its disk isn't full.`,
  );

/**
 * A try to take something away behind a failure, which is what counts. `gone` once that is seen: a server may answer to what its user may not
 * remove as to what isn't there. `unknown`: it took the order, and lets nobody look.
 */
const takeAway = async (folder: RemoteFolder, name: string): Promise<"gone" | "unknown" | "left"> => {
  try {
    await folder.remove(name);
    const size = await folder.size(name);
    return size === "none" ? "gone" : size === "unknown" ? "unknown" : "left";
  } catch {
    return "left";
  }
};

/** Whether it is there for certain. */
const stands = async (folder: RemoteFolder, name: string): Promise<boolean> => {
  try {
    return typeof (await folder.size(name)) === "number";
  } catch {
    return false;
  }
};

/** Takes away what earlier deliveries left at a place, as far as it can be. */
const removeLeft = async (folder: RemoteFolder, place: string, id: string, { notes, steps }: UploadWith) => {
  const left = await notes.leftAt(place, id);
  if (left.length === 0) return;
  await steps.take("removed", async () => {
    for (const one of left) if ((await takeAway(folder, one.temporary)) !== "left") await notes.clear(one.id);
  });
};

export type UploadWith = { notes: Notes; steps: Steps; now: () => Date };

/**
 * Puts a file into a folder, whole or not at all: under a temporary name, its size compared, then renamed. Where an earlier try lost
 * the answer to its renaming, what stands there is looked at, and nothing is sent again that is whole. Answers what the server said.
 */
export const upload = async (
  folder: RemoteFolder,
  { id, file }: Pick<Delivery<FtpDestination>, "id" | "file">,
  place: string,
  using: UploadWith,
): Promise<{ answer: string; before: boolean }> => {
  const { notes, steps, now } = using;
  assertPlainName(file.name);
  const temporary = temporaryName(id);
  const note = await notes.read(id);
  // It was whole under its temporary name, which is gone: nobody but the renaming can have taken it away.
  if (note?.stage === "renaming") {
    const isThere = async () =>
      (await folder.size(temporary)) === "none" && (await folder.size(file.name)) === file.bytes;
    if (await steps.take("checked size", isThere)) return { answer: "It stands there, whole.", before: true };
  }
  await removeLeft(folder, place, id, using);
  const noted = (stage: "writing" | "renaming" | "left") =>
    notes.write(id, { stage, temporary, since: now().toISOString() }, place);
  await noted("writing");
  let lastAsked = false;
  try {
    await steps.take("wrote", async () => {
      const bytes = await openIntact(file);
      try {
        await folder.write(temporary, bytes);
      } catch (error) {
        throw bytes.trouble()?.error ?? error;
      } finally {
        bytes.stream.destroy();
      }
    });
    await steps.take("checked size", async () => {
      const size = await folder.size(temporary);
      if (!sameSize(size, file.bytes)) throw notWhole(size, file.bytes);
    });
    await noted("renaming");
    lastAsked = true;
    return { answer: await steps.take("renamed", () => folder.rename(temporary, file.name)), before: false };
  } catch (error) {
    // A renaming that was refused was none, as the file is still there to be taken away.
    const isOurs = !lastAsked || (await stands(folder, temporary));
    const left = await takeAway(folder, temporary);
    if (isOurs && left === "gone") {
      steps.noteNothingLeft();
      await notes.clear(id);
    } else if (!lastAsked) await (left === "unknown" ? notes.clear(id) : noted("left"));
    throw error;
  }
};
