import { execFileSync } from "node:child_process";
import { closeSync, mkdirSync, mkdtempSync, openSync, rmdirSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const run = (command: string, ...given: string[]) =>
  execFileSync(command, given, { stdio: ["ignore", "ignore", "pipe"] });

/** A disk under a folder (Linux, tmpfs). */
export type SmallDisk = {
  /** Fills the disk; returns what frees it. */
  fill(): { remove(): void };
  /** Leaves room, but for no other file. */
  fillWithFiles(): void;
  /** Only while no file is open for writing. */
  setReadOnly(readOnly: boolean): void;
  unmount(): void;
};

/** Mounts a disk of so many MB and files on a folder, created if absent. Needs root. */
export const mountSmallDisk = (folder: string, megabytes: number, files = 1_000): SmallDisk => {
  mkdirSync(folder, { recursive: true });
  run("mount", "-t", "tmpfs", "-o", `size=${megabytes}m,nr_inodes=${files},mode=0700`, "sheaf-test", folder);
  return {
    fill() {
      const ballast = join(folder, "ballast");
      const handle = openSync(ballast, "w");
      for (const size of [1024 * 1024, 4096, 1]) {
        const piece = Buffer.alloc(size);
        try {
          for (;;) writeSync(handle, piece);
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
        }
      }
      closeSync(handle);
      return { remove: () => rmSync(ballast) };
    },
    fillWithFiles() {
      try {
        for (let n = 0; ; n += 1) writeFileSync(join(folder, `file-${n}`), "");
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
      }
    },
    setReadOnly: (readOnly) => void run("mount", "-o", `remount,${readOnly ? "ro" : "rw"}`, folder),
    unmount: () => void run("umount", "-l", folder),
  };
};

/** Returns whether disks can be mounted. Logs once how to enable that if not. */
export const canMountDisks = (): boolean => {
  const folder = mkdtempSync(join(tmpdir(), "sheaf-mount-"));
  try {
    mountSmallDisk(folder, 1).unmount();
    return true;
  } catch {
    console.log(
      "Skipped: no disk can be mounted here; run the test as root on Linux, with the right to mount (CAP_SYS_ADMIN).",
    );
    return false;
  } finally {
    rmdirSync(folder);
  }
};
