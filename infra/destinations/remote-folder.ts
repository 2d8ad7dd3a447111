import { createHash } from "node:crypto";
import { writeDirectlyWords } from "#domain/destinations/write-directly.ts";
import { DeliveryFailed } from "../ports/destination.ts";
import type { IntactBytes } from "./intact.ts";
import type { SizeThere } from "./notes.ts";

/** A folder of a server on which files are put, already entered. What cannot be done throws {DeliveryFailed}. */
export type RemoteFolder = {
  size(name: string): Promise<SizeThere>;
  /** Answers what the server said. @throws {WritingRefused} */
  write(name: string, bytes: IntactBytes): Promise<string>;
  /** Answers what the server said. Many servers rename over nothing that exists. @throws {RenamingRefused} */
  rename(from: string, to: string): Promise<string>;
  /** True if the server said that it removed the file. False if there is none, or the user may not remove it. */
  remove(name: string): Promise<boolean>;
};

/** Thrown when the server refuses to rename a file, which then has its old name. `said`: the server's words, without secrets. */
export class RenamingRefused extends DeliveryFailed {
  constructor(said: string) {
    super(
      "temporary",
      `The server took the file, but refused to rename it.${said === "" ? "" : ` It said: ${said.replace(/\.+$/, "")}.`} Let the user rename files there, or switch on “${writeDirectlyWords}” beside the directory.`,
    );
  }
}

/** The server refused a file before its first byte, and wrote nothing. */
export class WritingRefused extends DeliveryFailed {
  constructor({ kind, message }: DeliveryFailed) {
    super(kind, message);
  }
}

/** Under which name a file is written until it is whole: hidden, of another ending, and the same on every try of a delivery. */
export const temporaryName = (id: string): string =>
  `.sheaf-${createHash("sha256").update(id).digest("hex").slice(0, 16)}.part`;

/** The name of a receiver's file until the report stands in its place. */
export const asideName = (id: string): string => temporaryName(id).replace(/\.part$/, ".old");

/**
 * Tries to remove a file, and never fails. `removed`: the server said so. `none`: the server shows that it isn't there. `unknown`: it may be there, as
 * the user may not look. `left`: it is there. `lost`: the connection is gone.
 */
export const takeAway = async (
  folder: RemoteFolder,
  name: string,
): Promise<"removed" | "none" | "unknown" | "left" | "lost"> => {
  try {
    if (await folder.remove(name)) return "removed";
    const size = await folder.size(name);
    return typeof size === "number" ? "left" : size;
  } catch {
    return "lost";
  }
};

/** Tries to remove a file. False if it is there, or the connection is gone. */
export const isTakenAway = async (folder: RemoteFolder, name: string): Promise<boolean> =>
  !["left", "lost"].includes(await takeAway(folder, name));
