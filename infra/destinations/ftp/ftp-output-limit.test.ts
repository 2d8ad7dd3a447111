import { Client, FTPError } from "basic-ftp";
import { expect, it } from "vitest";
import { closedAfterEach } from "#tests/protocols/closed-after-each.ts";
import { aDelivery, failure, ftpTo, never, newDestinations } from "#tests/protocols/destinations-for-tests.ts";
import { startFtp } from "#tests/protocols/ftp-server.ts";
import { maxReceiverText } from "../receiver-text.ts";
import { limitServerOutput } from "./ftp-output-limit.ts";

const start = closedAfterEach(startFtp);

/** A client whose connection has received a reply. */
const heardBy = async (answer: Error | { code: number; message: string }) => {
  const client = new Client();
  client.ftp.handle = (_command, hear) => new Promise((resolve, reject) => hear(answer, { resolve, reject }));
  limitServerOutput(client, "ftp.partner.example");
  return client.ftp.request("NOOP").catch((error: unknown) => error);
};

it("passes on the code and the beginning of an FTP server's reply", async () => {
  const message = `451 ${"disk ".repeat(13_000)}`;
  expect(await heardBy(new FTPError({ code: 451, message }))).toMatchObject({
    code: 451,
    message: message.slice(0, maxReceiverText),
  });
  expect(await heardBy({ code: 200, message })).toEqual({ code: 200, message: message.slice(0, maxReceiverText) });
});

it("closes the connection to an FTP server whose reply never ends", async () => {
  const server = await start({ saysFull: `451-${"disk\r\n451-".repeat(10_000)}` });
  server.fault = "full";
  expect(await failure(newDestinations().destinations.deliver(aDelivery(ftpTo(server.port)), never))).toMatchObject({
    message: expect.stringContaining("127.0.0.1 sends far more than an FTP server would. Check the host, its port"),
  });
});
