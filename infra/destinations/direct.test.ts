import { expect, it } from "vitest";
import { closedAfterEach } from "#tests/protocols/closed-after-each.ts";
import {
  aDelivery,
  failure,
  ftpTo,
  never,
  newDestinations,
  reportText,
} from "#tests/protocols/destinations-for-tests.ts";
import { type FtpServer, startFtp } from "#tests/protocols/ftp-server.ts";
import { startSftp } from "#tests/protocols/sftp-server.ts";
import type { Destinations } from "../ports/destination.ts";

const start = closedAfterEach(startFtp);
const startBySsh = closedAfterEach(startSftp);

const name = "/Orders 2026-11-20 0001.csv";
const directly = ({ port }: FtpServer) => aDelivery(ftpTo(port, { direct: true }));

/** Runs a callback after the report is written and before its size is checked. */
const behindTheReport = ({ commands }: FtpServer, happens: () => void) => {
  let isWritten = false;
  const { push } = commands;
  commands.push = (...lines) => {
    if (isWritten && lines[0]?.startsWith("SIZE")) happens();
    if (lines[0]?.startsWith("STOR")) isWritten = true;
    return push.apply(commands, lines);
  };
};
/** A worker that is stopped at that moment. */
const stopped = async (destinations: Destinations, server: FtpServer) => {
  const stop = new AbortController();
  behindTheReport(server, () => stop.abort(new Error("The worker ends.")));
  await expect(destinations.deliver(directly(server), stop.signal)).rejects.toThrow("The worker ends.");
  expect(server.files.get(name)?.toString()).toBe(reportText);
};
const seen = "The server refused to overwrite the file, which an earlier attempt had uploaded in full.";

it("a report written directly is delivered once the server accepted it, even if the size check loses the connection", async () => {
  const server = await start({ neverOverwrites: true });
  const { destinations } = newDestinations();
  behindTheReport(server, () => {
    server.loseOnce = "SIZE";
  });
  const receipt = await destinations.deliver(directly(server), never);
  expect(receipt).toMatchObject({ answer: "226 Transfer complete.", before: false });
  expect(server.files.get(name)?.toString()).toBe(reportText);
});

it("a report written directly by SFTP is delivered once the server accepted it, even without a size check", async () => {
  const server = await startBySsh();
  const { push } = server.requests;
  server.requests.push = (...lines) => {
    if (lines[0]?.startsWith("OPEN")) server.hangsFrom = "STAT";
    return push.apply(server.requests, lines);
  };
  const patience = { connectMs: 10_000, answerMs: 500, wholeMs: 60_000, othersMs: 50 };
  const { destinations } = newDestinations({ timeouts: patience });
  const delivery = aDelivery(ftpTo(server.port, { protocol: "SFTP", direct: true }));
  expect(await destinations.deliver(delivery, never)).toMatchObject({ answer: "Taken.", before: false });
});

it("a report written directly counts as delivered if an earlier try wrote it and overwriting is forbidden", async () => {
  const server = await start({ neverOverwrites: true });
  const { destinations } = newDestinations();
  await stopped(destinations, server);
  expect(await destinations.deliver(directly(server), never)).toMatchObject({ answer: seen, before: true });
});

it("a report written directly doesn't count as delivered if the file was there before", async () => {
  const server = await start({ neverOverwrites: true });
  const { destinations } = newDestinations();
  const stale = Buffer.alloc(Buffer.byteLength(reportText), "x");
  server.files.set(name, stale);
  server.loseOnce = "STOR";
  await failure(destinations.deliver(directly(server), never));
  for (const _ of [1, 2]) {
    const failed = await failure(destinations.deliver(directly(server), never));
    expect(failed.message).toContain("A file of this name is already there.");
  }
  expect(server.files.get(name)).toBe(stale);
  // The merchant deletes the file, as the failure tells them to.
  server.files.delete(name);
  await stopped(destinations, server);
  expect(await destinations.deliver(directly(server), never)).toMatchObject({ answer: seen, before: true });
});

it("a report written directly doesn't count as delivered if only a part of it is there", async () => {
  const server = await start({ neverOverwrites: true });
  const { destinations } = newDestinations();
  server.fault = "cut";
  await failure(destinations.deliver(directly(server), never));
  server.fault = "none";
  const failed = await failure(destinations.deliver(directly(server), never));
  expect(failed.message).toContain("A file of this name is already there.");
});
