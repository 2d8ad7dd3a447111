import { type FSWatcher, statSync, utimesSync, watch } from "node:fs";

export type LogWatch = {
  /**
   * Calls `written` at the next write or `failed` when the watch ends, and then disarms. False: the file can't be
   * watched.
   */
  arm(callbacks: { written: () => void; failed: () => void }): boolean;
  disarm(): void;
  /** Differs after every write that the file system's clock tells apart. */
  stamp(): string;
  /** Changes the file's times, which a working watch reports. */
  touch(): void;
};

export const watchLog = (file: string): LogWatch => {
  let watcher: FSWatcher | undefined;
  const disarm = (): void => {
    watcher?.close();
    watcher = undefined;
  };
  const once = (tell: () => void) => (): void => {
    disarm();
    tell();
  };
  return {
    arm({ written, failed }) {
      disarm();
      try {
        watcher = watch(file, { persistent: false }, once(written)).on("error", once(failed));
        return true;
      } catch {
        return false;
      }
    },
    disarm,
    stamp() {
      try {
        const found = statSync(file, { bigint: true, throwIfNoEntry: false });
        return found ? `${found.ino}:${found.size}:${found.mtimeNs}` : "";
      } catch {
        // Readers and writers of the file get the error.
        return "";
      }
    },
    touch() {
      const now = new Date();
      try {
        utimesSync(file, now, now);
      } catch {
        // A failed watch isn't relied on.
      }
    },
  };
};
