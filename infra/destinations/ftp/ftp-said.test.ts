import { Client, FTPError } from "basic-ftp";
import { expect, it } from "vitest";
import { closedAfterEach } from "#tests/protocols/closed-after-each.ts";
import { aDelivery, failure, ftpTo, never, newDestinations } from "#tests/protocols/destinations-for-tests.ts";
import { startFtp } from "#tests/protocols/ftp-server.ts";
import { mostWords } from "../words-of.ts";
import { boundSaid } from "./ftp-said.ts";

const start = closedAfterEach(startFtp);

/** The client of one connection that has heard an answer. */
const heardBy = async (answer: Error | { code: number; message: string }) => {
  const client = new Client();
  client.ftp.handle = (_command, hear) => new Promise((resolve, reject) => hear(answer, { resolve, reject }));
  boundSaid(client, "ftp.partner.example");
  return client.ftp.request("NOOP").catch((error: unknown) => error);
};

it("of what a server of FTP says the first words reach whoever asked, and its code", async () => {
  const message = `451 ${"disk ".repeat(13_000)}`;
  expect(await heardBy(new FTPError({ code: 451, message }))).toMatchObject({
    code: 451,
    message: message.slice(0, mostWords),
  });
  expect(await heardBy({ code: 200, message })).toEqual({ code: 200, message: message.slice(0, mostWords) });
});

it("a server of FTP whose answer has no end is left", async () => {
  const server = await start({ saysFull: `451-${"disk\r\n451-".repeat(10_000)}` });
  server.fault = "full";
  expect(await failure(newDestinations().destinations.deliver(aDelivery(ftpTo(server.port)), never))).toMatchObject({
    message: expect.stringContaining("127.0.0.1 says far more than an FTP server does. Check the host, its port"),
  });
});
