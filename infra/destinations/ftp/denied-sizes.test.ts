import { expect, it } from "vitest";
import { closedAfterEach } from "#tests/protocols/closed-after-each.ts";
import {
  aDelivery,
  aFile,
  failure,
  ftpTo,
  never,
  newDestinations,
  reportText,
} from "#tests/protocols/destinations-for-tests.ts";
import { startFtp } from "#tests/protocols/ftp-server.ts";
import { previousFileName, toTemporaryName } from "../remote-folder.ts";

const start = closedAfterEach(startFtp);

const name = "/Orders 2026-11-20 0001.csv";
const aside = `/${previousFileName("run-1")}`;
const before = Buffer.from("the one before");
/** Tells the sizes of temporary files alone. A refusal for any other file looks as if that file was missing. */
const deniesSize = (path: string) => !path.endsWith(".part");

it("a receiver's file gets its name back even if the server denies its size", async () => {
  const server = await start({ deniesSize, deniesRenaming: (from) => from.endsWith(".part") });
  server.files.set(name, before);
  await failure(newDestinations().destinations.deliver(aDelivery(ftpTo(server.port)), never));
  expect([...server.files]).toEqual([[name, before]]);
});

it("a receiver's file left under another name is reported, and a later delivery restores or removes it", async () => {
  for (const next of ["run-1", "run-2"]) {
    let mayRename = false;
    const deniesRenaming = (from: string) => from !== name && !mayRename;
    const server = await start({ deniesSize, deniesRenaming });
    server.files.set(name, before);
    const { destinations } = newDestinations();
    for (const _ of [1, 2]) {
      const failed = await failure(destinations.deliver(aDelivery(ftpTo(server.port)), never));
      expect([...server.files]).toEqual([[aside, before]]);
      expect(failed.message).toContain(`The file that was there before may now be called ${aside.slice(1)}.`);
    }
    mayRename = true;
    const file = next === "run-1" ? aFile() : aFile({ name: "Orders 2026-11-21 0001.csv" });
    await destinations.deliver(aDelivery(ftpTo(server.port), { id: next, file }), never);
    const report = Buffer.from(reportText);
    expect(Object.fromEntries(server.files)).toEqual(
      next === "run-1" ? { [name]: report } : { [name]: before, [`/${file.name}`]: report },
    );
  }
});

it("a receiver's file left under another name is removed once the report has its name", async () => {
  let mayRename = false;
  const deniesRenaming = (from: string) => from === aside || (from !== name && !mayRename);
  const server = await start({ deniesSize, deniesRenaming });
  server.files.set(name, before);
  const { destinations } = newDestinations();
  await failure(destinations.deliver(aDelivery(ftpTo(server.port)), never));
  expect(server.files.has(aside)).toBe(true);
  mayRename = true;
  await destinations.deliver(aDelivery(ftpTo(server.port)), never);
  expect(server.files.has(`/${toTemporaryName("run-1")}`)).toBe(false);
  expect([...server.files]).toEqual([[name, Buffer.from(reportText)]]);
});
