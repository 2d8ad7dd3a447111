import { mkdtemp, readdir, rename, rm, symlink, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { StoreFull } from "../ports/store-errors.ts";
import { createOutbox } from "./outbox.ts";

it.runIf(process.platform === "linux")(
  "a mail that doesn't fit on the disk leaves nothing behind, and is written once there is space",
  async () => {
    const folder = await mkdtemp(join(tmpdir(), "sheaf-outbox-"));
    const outbox = createOutbox({ folder, from: "no-reply@sheaf.example" });
    const mail = { id: "m1", to: ["a@b.example"], subject: "Hello", text: "x", date: new Date("2026-11-20T12:00:00Z") };
    // Every write to this name finds the disk full.
    await symlink("/dev/full", join(folder, "m1.part"));
    await expect(outbox.send(mail)).rejects.toThrow(StoreFull);
    expect(await readdir(folder)).toEqual([]);
    await outbox.send(mail);
    expect(await readdir(folder)).toEqual(["m1.eml"]);
    await outbox.close();
    await rm(folder, { recursive: true });
  },
);

it("a mail that a killed process left incomplete is deleted with its shop's mails, and other shops' mails stay", async () => {
  const folder = await mkdtemp(join(tmpdir(), "sheaf-outbox-"));
  const outbox = createOutbox({ folder, from: "no-reply@sheaf.example" });
  const mail = { to: ["a@b.example"], subject: "Hello", text: "x", date: new Date("2026-11-20T12:00:00Z") };
  const halfWritten = async (id: string, tenant: string) => {
    await outbox.send({ ...mail, id, owner: { tenant, shop: tenant } });
    await rename(join(folder, `${id}.eml`), join(folder, `${id}.part`));
  };
  await halfWritten("report-1", "aurora");
  await halfWritten("report-2", "borealis");
  await halfWritten("support-3", "aurora");
  await outbox.removeOfTenant("aurora", "report-");
  expect((await readdir(folder)).sort()).toEqual(["report-2.part", "support-3.part"]);
  await outbox.remove("support-3");
  await outbox.removeOfTenant("aurora");
  expect(await readdir(folder)).toEqual(["report-2.part"]);
  await outbox.close();
  await rm(folder, { recursive: true });
});

it("expired mails are deleted, and other files in the folder stay", async () => {
  const folder = await mkdtemp(join(tmpdir(), "sheaf-outbox-"));
  const outbox = createOutbox({ folder, from: "no-reply@sheaf.example" });
  const mail = { to: ["a@b.example"], subject: "Hello", text: "x", date: new Date("2026-11-20T12:00:00Z") };
  expect(await outbox.removeBefore(new Date())).toBe(0);
  for (const id of ["old", "young"]) await outbox.send({ ...mail, id });
  await writeFile(join(folder, "notes.txt"), "mine");
  const old = new Date("2026-10-01T00:00:00Z");
  for (const name of ["old.eml", "notes.txt"]) await utimes(join(folder, name), old, old);
  expect(await outbox.removeBefore(new Date("2026-10-01T00:00:01Z"))).toBe(1);
  expect((await readdir(folder)).sort()).toEqual(["notes.txt", "young.eml"]);
  await outbox.close();
  await rm(folder, { recursive: true });
});
