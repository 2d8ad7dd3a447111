import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { StoreFull, StoreUnwritable } from "../ports/store-errors.ts";
import { assertFreeSpace, toDiskError, withDiskErrors } from "./disk.ts";

const told = (code: string) => toDiskError(Object.assign(new Error("told"), { code }), "/data/files");

describe("a disk error", () => {
  it.each(["ENOSPC", "EDQUOT"])("reports %s as a full disk, with an error that names the folder", (code) => {
    expect(told(code)).toBeInstanceOf(StoreFull);
    expect(told(code)?.message).toBe(
      "The disk for /data/files has too little free space. Free some, and waiting work continues by itself.",
    );
  });

  it.each(["EROFS", "EACCES", "EPERM", "EIO"])("reports %s as a disk that can't be written", (code) => {
    expect(told(code)).toBeInstanceOf(StoreUnwritable);
    expect(told(code)).not.toBeInstanceOf(StoreFull);
    expect(told(code)?.message).toContain(`/data/files cannot be written (${code}).`);
  });

  it("reports a file size limit as a disk that can't be written, and says what to raise", () => {
    expect(told("EFBIG")).toBeInstanceOf(StoreUnwritable);
    expect(told("EFBIG")?.message).toContain(
      "/data/files cannot be written (EFBIG: the limit on the size of a file is reached; raise it).",
    );
  });

  it("passes on other errors unchanged", async () => {
    expect(told("ENOENT")).toBeUndefined();
    const own = new Error("our own");
    await expect(withDiskErrors("/data", () => Promise.reject(own))).rejects.toBe(own);
  });

  it.runIf(process.platform === "linux")("reports a write to a full device as a full disk", async () => {
    await expect(withDiskErrors("/dev/full", () => writeFile("/dev/full", "more"))).rejects.toThrow(StoreFull);
  });

  it("isn't reported if there is room", async () => {
    const folder = await mkdtemp(join(tmpdir(), "sheaf-room-"));
    await assertFreeSpace(folder);
    await rm(folder, { recursive: true });
  });
});
