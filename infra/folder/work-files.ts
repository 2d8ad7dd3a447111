import { randomUUID } from "node:crypto";
import { mkdir, open, unlink } from "node:fs/promises";
import { join } from "node:path";
import type { WorkFiles } from "../ports/stores/work-files.ts";
import { withDiskErrors } from "./disk.ts";

/**
 * Creates work files, and their folder on demand. A file is unlinked as soon as it is open, so a kill leaves nothing
 * behind.
 */
export const createWorkFiles = (folder: string): WorkFiles => ({
  create: () =>
    withDiskErrors(folder, async () => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const path = join(folder, randomUUID());
      const handle = await open(path, "wx+", 0o600);
      try {
        await unlink(path);
      } catch (error) {
        await handle.close();
        throw error;
      }
      let size = 0;
      return {
        write: (bytes) =>
          withDiskErrors(folder, async () => {
            for (let done = 0; done < bytes.byteLength; ) {
              const { bytesWritten } = await handle.write(bytes, done, bytes.byteLength - done, size);
              done += bytesWritten;
              size += bytesWritten;
            }
          }),
        size: () => size,
        clear: () =>
          withDiskErrors(folder, async () => {
            await handle.truncate(0);
            size = 0;
          }),
        read: async (into, from) => (await handle.read(into, 0, into.byteLength, from)).bytesRead,
        close: () => handle.close(),
      };
    }),
});
