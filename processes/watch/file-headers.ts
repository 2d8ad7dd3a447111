import { statSync } from "node:fs";
import {
  type FileHeader,
  isBehind,
  isOtherFile,
  maxHeader,
  minHeader,
  readHeader,
} from "#infra/sqlite/files/file-header.ts";

/** Delay before a finding is checked again, ms: a read during a write may mix old and new bytes of a header. */
export const recheckDelay = 50;

type FileStamp = { identity: string; stamp: string };

/** Reads a file's identity and times; undefined if missing or empty. @throws the system's error if the disk fails */
export const readStamp = (file: string): FileStamp | undefined => {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  if (!found?.isFile() || found.size === 0n) return undefined;
  const identity = `${found.dev}:${found.ino}`;
  return { identity, stamp: `${identity}:${found.size}:${found.mtimeNs}` };
};

/** Tracks the headers of files since they were opened; `steady` is in ms. */
export const createFileHeaders = (files: readonly string[], steady: () => number) => {
  const read = (): (FileHeader | undefined)[] => files.map((file) => (readStamp(file) ? readHeader(file) : undefined));
  let last = read();
  let highest = last;
  const numberedAt = files.map(steady);
  return {
    /** Finds the first file whose header went back or is foreign. */
    another: (): { file: string; what: string } | undefined => {
      const now = read();
      for (const [n, file] of files.entries()) {
        const [head, previous] = [now[n], highest[n]];
        if (!head || !previous) continue;
        if (isBehind(head, previous)) return { file, what: "was cut, or overwritten with an older copy," };
        if (isOtherFile(head, previous, steady() - (numberedAt[n] ?? 0)))
          return { file, what: "was overwritten with another one" };
      }
      highest = now.map((head, n) => {
        const [previous, known] = [last[n], highest[n]];
        if (head?.generation !== previous?.generation) numberedAt[n] = steady();
        return head && previous && known ? maxHeader(known, minHeader(head, previous)) : head;
      });
      last = now;
      return undefined;
    },
  };
};
