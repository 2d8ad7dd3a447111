import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import { aFile, failure, reportText } from "#tests/protocols/destinations-for-tests.ts";
import { createFakeClock } from "../memory/clock.ts";
import { createMemoryStateStore } from "../memory/state-store.ts";
import { DeliveryFailed } from "../ports/destination.ts";
import { createDeliveryProgressStore } from "./delivery-progress.ts";
import { previousFileName, type RemoteFolder, RenamingRefused, toTemporaryName } from "./remote-folder.ts";
import { notePreviousFile, removePreviousFile } from "./replace-file.ts";
import { createSteps } from "./steps.ts";
import { upload } from "./upload.ts";

/** A folder whose user may write but not list: the server answers neither sizes nor listings. */
const blindFolder = () => {
  const files = new Map<string, string>();
  const seen = { refusesRenaming: true, mayRemove: true };
  const folder: RemoteFolder = {
    size: async () => "unknown",
    write: async (name, bytes) => {
      files.set(name, await text(bytes.stream));
      return "226 Done.";
    },
    rename: async (from, to) => {
      if (seen.refusesRenaming) throw new RenamingRefused("553 That name is not allowed.");
      files.set(to, files.get(from) ?? "");
      files.delete(from);
      return "250 Renamed.";
    },
    remove: async (name) => seen.mayRemove && files.delete(name),
  };
  return { folder, files, seen };
};

/**
 * A folder that doesn't rename over existing files. Its connection is lost at a given call, before or after the call
 * took effect.
 */
const strictFolder = () => {
  const files = new Map<string, string>();
  const lost = { at: Number.POSITIVE_INFINITY, isDone: false };
  let calls = 0;
  const call = async <Result>(work: () => Result): Promise<Result> => {
    calls += 1;
    if (calls < lost.at) return work();
    if (calls === lost.at && lost.isDone) work();
    throw new DeliveryFailed("temporary", "The connection is gone.");
  };
  const folder: RemoteFolder = {
    size: (name) => call(() => files.get(name)?.length ?? "none"),
    write: async (name, bytes) => {
      const written = await text(bytes.stream);
      return call(() => {
        files.set(name, written);
        return "226 Done.";
      });
    },
    rename: (from, to) =>
      call(() => {
        const file = files.get(from);
        if (file === undefined || files.has(to)) throw new RenamingRefused("553 Not that name.");
        files.delete(from);
        files.set(to, file);
        return "250 Renamed.";
      }),
    remove: (name) => call(() => files.delete(name)),
  };
  const lose = (at: number, isDone: boolean) => {
    calls = 0;
    Object.assign(lost, { at, isDone });
  };
  return { folder, files, lose, isLost: () => calls >= lost.at };
};

const setUp = () => {
  const clock = createFakeClock("2026-11-20T12:00:00.000Z");
  const notes = createDeliveryProgressStore(createMemoryStateStore(clock), clock);
  const steps = createSteps(clock);
  const send = async (folder: RemoteFolder, id: string, direct = false) => {
    const using = { progress: notes, steps, now: clock.now };
    const sent = await upload(folder, { id, file: aFile(), destination: { direct } }, "place", using);
    if (!sent.hasReplaced) return sent;
    await notePreviousFile({ id, place: "place" }, using);
    await removePreviousFile(folder, { id, place: "place" }, notes);
    return sent;
  };
  return { clock, notes, steps, send };
};

it("no part of a report stays at a server that refuses its name, even if nobody may list files there", async () => {
  const { folder, files } = blindFolder();
  const { steps, send } = setUp();
  await expect(send(folder, "run-1")).rejects.toThrow("not allowed");
  expect([...files]).toEqual([]);
  // The server said that the file was removed.
  expect(steps.completed.at(-1)).toEqual({ step: "renamed", ms: 0, failed: true, nothingLeft: true });
});

it("a file that may be neither renamed nor removed is reported with the server's words and the setting to use", async () => {
  const { folder, files, seen } = blindFolder();
  const { steps, send } = setUp();
  seen.mayRemove = false;
  const failed = await failure(send(folder, "run-1"));
  const [temporary] = files.keys();
  expect(failed.message).toContain("It said: 553 That name is not allowed.");
  expect(failed.message).toContain("“Write directly under the final name”");
  expect(failed.message).toContain(`Its temporary file ${temporary} may still be there.`);
  expect(steps.completed.at(-1)).toEqual({ step: "renamed", ms: 0, failed: true });
});

it("a report written directly has no temporary name, and removes the temporary file of an earlier try", async () => {
  const { folder, files, seen } = blindFolder();
  const { send } = setUp();
  seen.mayRemove = false;
  await failure(send(folder, "run-1"));
  seen.mayRemove = true;
  await send(folder, "run-1", true);
  expect([...files.keys()]).toEqual(["Orders 2026-11-20 0001.csv"]);
});

it("a direct try that was refused doesn't remove a file of the same name", async () => {
  const { folder, files } = blindFolder();
  files.set("Orders 2026-11-20 0001.csv", "the one before");
  folder.write = async () => Promise.reject(new DeliveryFailed("temporary", "553 Not now."));
  const failed = await failure(setUp().send(folder, "run-1", true));
  expect(failed.message).toBe(
    "553 Not now. The file, or part of it, may be there under its final name. The next attempt overwrites it if the server allows that.",
  );
  expect([...files.values()]).toEqual(["the one before"]);
});

it("files left by an earlier report are removed once, and not searched for after that", async () => {
  const { folder, files, seen } = blindFolder();
  const { notes, steps, send } = setUp();
  await notes.writeUpload("place", "run-0", {
    stage: "left",
    temporary: ".sheaf-0.part",
    since: "2026-11-20T11:00:00.000Z",
  });
  files.set(".sheaf-0.part", "half");
  seen.refusesRenaming = false;
  await send(folder, "run-1");
  await send(folder, "run-2");
  expect(steps.completed.filter(({ step }) => step === "removed")).toHaveLength(1);
  expect([...files]).toEqual([["Orders 2026-11-20 0001.csv", reportText]]);
});

const name = "Orders 2026-11-20 0001.csv";
const before = "the one before";

it("a receiver's file survives a lost connection or worker at any call, until the report has replaced it", async () => {
  for (const [isDone, isKilled] of [
    [false, false],
    [true, false],
    [false, true],
    [true, true],
  ] as const)
    for (const later of ["run-1", "run-2"]) {
      const seen = new Set<string | undefined>();
      for (let at = 1; ; at++) {
        const { folder, files, lose, isLost } = strictFolder();
        const { clock, notes, send } = setUp();
        const { writeUpload, clearUpload } = notes;
        // A killed worker records nothing any more.
        if (isKilled)
          Object.assign(notes, {
            writeAt: async (...note: Parameters<typeof writeUpload>) => (isLost() ? undefined : writeUpload(...note)),
            clearAt: async (...note: Parameters<typeof clearUpload>) => (isLost() ? undefined : clearUpload(...note)),
          });
        files.set(name, before);
        lose(at, isDone);
        const failed = await send(folder, "run-1").then(
          () => undefined,
          (error: Error) => error,
        );
        const where = [...files].find(([, what]) => what === before)?.[0];
        if (where === undefined) expect(files.get(name)).toBe(reportText);
        if (failed && !files.has(name)) expect(failed.message).toContain(where);
        seen.add(where);
        lose(Number.POSITIVE_INFINITY, false);
        // Another delivery first treats the file as abandoned.
        if (later === "run-2") clock.advance(2 * 60 * 60_000);
        await send(folder, later);
        expect([...files]).toEqual([[name, reportText]]);
        if (!failed) break;
      }
      expect([...seen]).toEqual(expect.arrayContaining([name, previousFileName("run-1")]));
    }
});

it("a report is sent again if only an older file of its size is visible after a lost connection", async () => {
  const { folder, files, lose } = strictFolder();
  const { rename } = folder;
  const { send } = setUp();
  const old = "o".repeat(reportText.length);
  files.set(name, old);
  folder.rename = async () => {
    lose(1, false);
    throw new DeliveryFailed("temporary", "The connection is gone.");
  };
  await failure(send(folder, "run-1"));
  // The server cleans up such files itself.
  files.delete(toTemporaryName("run-1"));
  expect([...files.values()]).toEqual([old]);
  lose(Number.POSITIVE_INFINITY, false);
  folder.rename = rename;
  expect(await send(folder, "run-1")).toMatchObject({ before: false });
  expect([...files]).toEqual([[name, reportText]]);
});

it("a receiver's file gets its name back if renaming the report is refused after all", async () => {
  const { folder, files } = strictFolder();
  const { rename } = folder;
  folder.rename = async (from, to) => {
    if (from === toTemporaryName("run-1")) throw new RenamingRefused("553 Not that name.");
    return rename(from, to);
  };
  files.set(name, before);
  await failure(setUp().send(folder, "run-1"));
  expect([...files]).toEqual([[name, before]]);
});
