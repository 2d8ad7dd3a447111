import { expect, it } from "vitest";
import { closedAfterEach } from "#tests/protocols/closed-after-each.ts";
import { aDelivery, failure, ftpTo, never, newDestinations } from "#tests/protocols/destinations-for-tests.ts";
import { startFtp } from "#tests/protocols/ftp-server.ts";
import { startSftp } from "#tests/protocols/sftp-server.ts";
import { previousFileName, toTemporaryName } from "./remote-folder.ts";

const ftpServer = closedAfterEach(startFtp);
const sftpServer = closedAfterEach(startSftp);

const name = "Orders 2026-11-20 0001.csv";
const temporary = toTemporaryName("run-1");
const mayBeThere = `The report may be there as ${name}. If not, its temporary file ${temporary} may still be there.`;

it("a report that lost the answer to its renaming says that it may be there under its final name", async () => {
  const [ftp, sftp] = [await ftpServer(), await sftpServer()];
  ftp.loseAnswerTo = "RNTO";
  sftp.loseAnswerTo = "RENAME";
  for (const [server, protocol] of [
    [ftp, "FTP"],
    [sftp, "SFTP"],
  ] as const) {
    const failed = await failure(
      newDestinations().destinations.deliver(aDelivery(ftpTo(server.port, { protocol })), never),
    );
    expect([...server.files.keys()]).toEqual([`/${name}`]);
    expect(failed.message.endsWith(`. ${mayBeThere}`)).toBe(true);
  }
});

it("a report doesn't mention its final name if only the answer to another renaming was lost", async () => {
  const server = await ftpServer({ neverOverwrites: true });
  server.files.set(`/${name}`, Buffer.from("the one before"));
  const { push } = server.commands;
  server.commands.push = (...lines) => {
    if (lines[0] === `RNTO ${previousFileName("run-1")}`) server.loseOnce = "RNTO";
    return push.apply(server.commands, lines);
  };
  const failed = await failure(newDestinations().destinations.deliver(aDelivery(ftpTo(server.port)), never));
  expect(server.files.get(`/${name}`)?.toString()).toBe("the one before");
  expect(failed.message).not.toContain("The report may be there");
  expect(failed.message).toContain(`Its temporary file ${temporary} may still be there.`);
});
