import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { until } from "#tests/support/until.ts";
import { findDiskProblem, watchDisk } from "./watch-disk.ts";

describe("the disk under the data folder", () => {
  it("is fine if it can be written, and nothing of the check is left", async () => {
    const dataDir = await mkdtemp(join(tmpdir(), "sheaf-disk-"));
    expect(await findDiskProblem(dataDir)).toBeUndefined();
    expect(await readdir(dataDir)).toEqual([]);
    await rm(dataDir, { recursive: true });
  });

  it("has a problem if the folder is gone, which is named", async () => {
    expect(await findDiskProblem("/nowhere/at/all")).toBe(
      "/nowhere/at/all is missing. Put it back, and waiting work continues by itself.",
    );
  });

  it("has its problem reported once, and its recovery too", async () => {
    const answers = [undefined, "full", "full", "full", undefined, undefined];
    const said: string[] = [];
    const seen: (string | undefined)[] = [];
    const stop = new AbortController();
    let looks = 0;
    const watch = watchDisk({
      dataDir: "/data",
      say: (line) => said.push(line),
      onChange: () => seen.push(watch.trouble()),
      signal: stop.signal,
      look: async () => answers[Math.min(looks++, answers.length - 1)],
      every: 1,
    });
    await until("it has checked often enough", () => looks > answers.length, { every: 1 });
    stop.abort();
    expect(said).toEqual(["full", "/data can be written again."]);
    expect(seen).toEqual(["full", undefined]);
  });

  it("is at rest only after the check in progress, so a stop leaves nothing of it", async () => {
    const stop = new AbortController();
    const look = Promise.withResolvers<undefined>();
    const seen: string[] = [];
    const watch = watchDisk({
      dataDir: "/data",
      say: () => undefined,
      onChange: () => undefined,
      signal: stop.signal,
      look: () => look.promise.then(() => void seen.push("looked")),
    });
    stop.abort();
    const rest = watch.atRest().then(() => seen.push("at rest"));
    look.resolve(undefined);
    await rest;
    expect(seen).toEqual(["looked", "at rest"]);
  });
});
