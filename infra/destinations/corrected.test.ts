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
import { type FtpServer, startFtp } from "#tests/protocols/ftp-server.ts";
import { createFakeClock } from "../memory/clock.ts";
import { createMemoryStateStore } from "../memory/state-store.ts";
import { previousFileName, toTemporaryName } from "./remote-folder.ts";

const start = closedAfterEach(startFtp);

const name = "/Orders 2026-11-20 0001.csv";
const stale = Buffer.alloc(Buffer.byteLength(reportText), "x");
const before = Buffer.from("the receiver's only one");
const another = ({ port }: FtpServer) =>
  aDelivery(ftpTo(port), { id: "run-2", file: aFile({ name: "Orders 2026-11-21 0001.csv" }) });

/** Destinations with a clock that the test advances. */
const withClock = () => {
  const clock = createFakeClock("2026-11-20T12:00:00.000Z");
  const { destinations } = newDestinations({ clock, stateStore: createMemoryStateStore(clock) });
  return { clock, destinations };
};

it("a stale file at a corrected server isn't mistaken for the report", async () => {
  const [wrong, right] = [await start(), await start()];
  const { destinations } = newDestinations();
  wrong.loseAnswerTo = "RNTO";
  await failure(destinations.deliver(aDelivery(ftpTo(wrong.port)), never));
  right.files.set(name, stale);
  expect(await destinations.deliver(aDelivery(ftpTo(right.port)), never)).toMatchObject({ before: false });
  expect(right.files.get(name)?.toString()).toBe(reportText);
});

it("a stale file in a corrected folder isn't mistaken for the report", async () => {
  const server = await start();
  server.folders.add("/right");
  const { destinations } = newDestinations();
  server.loseAnswerTo = "RNFR";
  await failure(destinations.deliver(aDelivery(ftpTo(server.port)), never));
  server.loseAnswerTo = undefined;
  server.files.set(`/right${name}`, stale);
  const to = ftpTo(server.port, { directory: "/right" });
  expect(await destinations.deliver(aDelivery(to), never)).toMatchObject({ before: false });
  expect(server.files.get(`/right${name}`)?.toString()).toBe(reportText);
});

it("files left at a server before its destination was corrected are removed by a later report", async () => {
  const [wrong, right] = [await start(), await start()];
  const { clock, destinations } = withClock();
  wrong.loseOnce = "RNFR";
  await failure(destinations.deliver(aDelivery(ftpTo(wrong.port)), never));
  expect([...wrong.files.keys()]).toEqual([`/${toTemporaryName("run-1")}`]);
  await destinations.deliver(aDelivery(ftpTo(right.port)), never);
  clock.advance(2 * 60 * 60_000);
  await destinations.deliver(another(wrong), never);
  expect([...wrong.files.keys()]).toEqual(["/Orders 2026-11-21 0001.csv"]);
});

it("a receiver's file gets its name back from a later report even if the destination was corrected", async () => {
  const [wrong, right] = [await start({ neverOverwrites: true }), await start()];
  const { destinations } = newDestinations();
  wrong.files.set(name, before);
  right.files.set("/something.txt", Buffer.from("something"));
  let renamings = 0;
  const { push } = wrong.commands;
  wrong.commands.push = (...lines) => {
    // Renaming over the file, renaming it aside, and renaming the report.
    if (lines[0]?.startsWith("RNTO") && ++renamings === 3) wrong.loseOnce = "RNTO";
    return push.apply(wrong.commands, lines);
  };
  const failed = await failure(destinations.deliver(aDelivery(ftpTo(wrong.port)), never));
  expect(wrong.files.get(`/${previousFileName("run-1")}`)).toBe(before);
  expect(failed.message).toContain("The next delivery to this folder does so too.");
  await destinations.deliver(aDelivery(ftpTo(right.port)), never);
  expect(wrong.files.get(`/${previousFileName("run-1")}`)).toBe(before);
  await destinations.deliver(another(wrong), never);
  expect(wrong.files.get(name)).toBe(before);
  expect(wrong.files.has(`/${previousFileName("run-1")}`)).toBe(false);
});

it("progress recorded without a location by an earlier version of Sheaf still counts", async () => {
  const server = await start();
  const { destinations, stateStore } = newDestinations();
  const since = new Date().toISOString();
  const note = { stage: "renaming", temporary: toTemporaryName("run-1"), since, stood: "none" };
  await stateStore.put("delivery:run-1", note);
  server.files.set(name, Buffer.from(reportText));
  expect(await destinations.deliver(aDelivery(ftpTo(server.port)), never)).toMatchObject({
    answer: "The server shows the file with its full size.",
    before: true,
  });
});
