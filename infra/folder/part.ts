import { mkdir, open, rename, unlink } from "node:fs/promises";
import { join } from "node:path";
import type { PartWriter } from "../ports/stores/file-store.ts";
import { withDiskErrors } from "./disk.ts";
import { syncFolder } from "./sync-folder.ts";

/**
 * Publishing flushes the file, renames it and flushes the folders: it then survives a power cut.
 * @throws a part of that name exists
 */
export const createFolderPart = async (options: {
  folder: string;
  parts: string;
  name: string;
  pathOf: (key: string) => string;
}): Promise<PartWriter> => {
  const { folder, parts, name, pathOf } = options;
  const path = join(parts, name);
  // The folder may have been removed meanwhile.
  await mkdir(parts, { recursive: true });
  const handle = await open(path, "wx");
  let state: "open" | "published" | "discarded" = "open";
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => {
    closing ??= handle.close();
    return closing;
  };
  const demandOpen = (): void => {
    if (state !== "open") throw new Error(`Part ${name} is ${state} already. Create a new part.`);
  };

  return {
    async write(bytes) {
      demandOpen();
      await withDiskErrors(parts, async () => {
        let written = 0;
        while (written < bytes.byteLength) written += (await handle.write(bytes, written)).bytesWritten;
      });
    },
    async publish(key) {
      const target = pathOf(key);
      demandOpen();
      await withDiskErrors(parts, async () => {
        await handle.sync();
        await close();
        await rename(path, target);
      });
      state = "published";
      syncFolder(folder);
      syncFolder(parts);
    },
    async discard() {
      if (state !== "open") return;
      state = "discarded";
      // Closing may fail for lack of space; the file is deleted now anyway.
      await close().catch(() => undefined);
      try {
        await unlink(path);
      } catch (error) {
        // A clean-up may have removed the file first.
        if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
      }
    },
  };
};
