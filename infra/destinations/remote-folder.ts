import { createHash } from "node:crypto";
import { writeDirectlyLabel } from "#domain/destinations/write-directly.ts";
import { DeliveryFailed } from "../ports/destination.ts";
import type { RemoteSize } from "./delivery-progress.ts";
import type { VerifiedBytes } from "./verified-file.ts";

/** An entered server folder. Failures throw {DeliveryFailed}. */
export type RemoteFolder = {
  size(name: string): Promise<RemoteSize>;
  /**
   * Returns the server's response.
   * @throws {WritingRefused}
   */
  write(name: string, bytes: VerifiedBytes): Promise<string>;
  /**
   * Returns the server's response. Many servers don't rename over an existing file.
   * @throws {RenamingRefused}
   */
  rename(from: string, to: string): Promise<string>;
  /** False if there is no such file or it may not be removed. */
  remove(name: string): Promise<boolean>;
};

/** The server refused to rename a file, which keeps its name. `responseText`: the server's text, without secrets. */
export class RenamingRefused extends DeliveryFailed {
  constructor(responseText: string) {
    super(
      "temporary",
      `The server accepted the file but refused to rename it.${responseText === "" ? "" : ` It said: ${responseText.replace(/\.+$/, "")}.`} Let the user rename files there, or turn on “${writeDirectlyLabel}” in the destination.`,
    );
  }
}

/** The server refused a file before its first byte. */
export class WritingRefused extends DeliveryFailed {
  constructor({ kind, message }: DeliveryFailed) {
    super(kind, message);
  }
}

/** Hidden name of a delivery's temporary file, the same on every try. */
export const toTemporaryName = (id: string): string =>
  `.sheaf-${createHash("sha256").update(id).digest("hex").slice(0, 16)}.part`;

/** Name of a receiver's file until the report has replaced it. */
export const previousFileName = (id: string): string => toTemporaryName(id).replace(/\.part$/, ".old");

/**
 * Never throws. `removed`: the server said so. `none`: no such file. `unknown`: the user may not look. `left`: it is
 * there. `lost`: the connection is closed.
 */
export const tryRemove = async (
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

/** False if the file is there, or the connection is closed. */
export const hasRemoved = async (folder: RemoteFolder, name: string): Promise<boolean> =>
  !["left", "lost"].includes(await tryRemove(folder, name));
