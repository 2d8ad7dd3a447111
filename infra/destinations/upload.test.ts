import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import { aFile, reportText } from "#tests/protocols/destinations-for-tests.ts";
import { createFakeClock } from "../memory/clock.ts";
import { createMemoryStateStore } from "../memory/state-store.ts";
import { DeliveryFailed } from "../ports/destination.ts";
import { createNotes } from "./notes.ts";
import { createSteps } from "./steps.ts";
import { type RemoteFolder, upload } from "./upload.ts";

/** A folder whose user may write and remove, and may not look: neither a size nor a listing is answered. */
const blindFolder = () => {
  const files = new Map<string, string>();
  const seen = { refusesRenaming: true };
  const folder: RemoteFolder = {
    size: async () => "unknown",
    write: async (name, bytes) => {
      files.set(name, await text(bytes.stream));
      return "226 Done.";
    },
    rename: async (from, to) => {
      if (seen.refusesRenaming) throw new DeliveryFailed("lasting", "553 That name is not allowed.");
      files.set(to, files.get(from) ?? "");
      files.delete(from);
      return "250 Renamed.";
    },
    remove: async (name) => void files.delete(name),
  };
  return { folder, files, seen };
};

const setUp = () => {
  const clock = createFakeClock("2026-11-20T12:00:00.000Z");
  const notes = createNotes(createMemoryStateStore(clock), clock);
  const steps = createSteps(clock);
  const send = (folder: RemoteFolder, id: string) =>
    upload(folder, { id, file: aFile() }, "place", { notes, steps, now: clock.now });
  return { notes, steps, send };
};

it("nothing of a report stays at a server that refuses its name, though nobody may look there", async () => {
  const { folder, files } = blindFolder();
  const { steps, send } = setUp();
  await expect(send(folder, "run-1")).rejects.toThrow("not allowed");
  expect([...files]).toEqual([]);
  // Nobody saw that it is gone.
  expect(steps.taken.at(-1)).toEqual({ step: "renamed", ms: 0, failed: true });
});

it("what an earlier report left there is taken away once, and not looked for for ever", async () => {
  const { folder, files, seen } = blindFolder();
  const { notes, steps, send } = setUp();
  await notes.write("run-0", { stage: "left", temporary: ".sheaf-0.part", since: "2026-11-20T11:00:00.000Z" }, "place");
  files.set(".sheaf-0.part", "half");
  seen.refusesRenaming = false;
  await send(folder, "run-1");
  await send(folder, "run-2");
  expect(steps.taken.filter(({ step }) => step === "removed")).toHaveLength(1);
  expect([...files]).toEqual([["Orders 2026-11-20 0001.csv", reportText]]);
});
