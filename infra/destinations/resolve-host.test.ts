import { afterEach, describe, expect, it } from "vitest";
import { certificate } from "#tests/protocols/certificates.ts";
import {
  aDelivery,
  failure,
  ftpTo,
  never,
  newDestinations,
  reportText,
} from "#tests/protocols/destinations-for-tests.ts";
import { startFtp } from "#tests/protocols/ftp-server.ts";
import { startSftp } from "#tests/protocols/sftp-server.ts";
import type { FtpDestination } from "../ports/destination.ts";
import { parseHost } from "./resolve-host.ts";

type Server = { port: number; files: Map<string, Buffer>; close(): Promise<void>; heard(): number };
const servers: Server[] = [];
const ftp = async (): Promise<Server> => {
  const server = await startFtp({ certificate });
  return Object.assign(server, { heard: () => server.commands.length });
};
const sftp = async (): Promise<Server> => {
  const server = await startSftp();
  return Object.assign(server, { heard: () => server.requests.length + server.passwords.length });
};
const start = async (open: () => Promise<Server>): Promise<Server> => {
  const server = await open();
  servers.push(server);
  return server;
};
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

const protocols: { protocol: FtpDestination["protocol"]; open: () => Promise<Server> }[] = [
  { protocol: "FTP", open: ftp },
  { protocol: "FTPS", open: ftp },
  { protocol: "SFTP", open: sftp },
];

describe.each(protocols)("A merchant's server, by $protocol", ({ protocol, open }) => {
  it.each([
    "127.0.0.1",
    "localhost",
    "localhost.",
    "[::1]",
    "::ffff:127.0.0.1",
    "2130706433",
    "0x7f.1",
    "169.254.169.254",
    "10.0.0.1",
  ])("is not called on a private network: %s", async (host) => {
    const server = await start(open);
    const { destinations } = newDestinations({ allowPrivate: false });
    const failed = await failure(destinations.deliver(aDelivery(ftpTo(server.port, { protocol, host })), never));
    expect(failed).toMatchObject({ kind: "lasting", message: expect.stringContaining("private network") });
    expect(failed.steps).toMatchObject([{ step: "resolved", failed: true }]);
    expect(server.heard()).toBe(0);
  });

  it("is not called if one of its addresses is private", async () => {
    const server = await start(open);
    const resolve = async () => [
      { address: "1.1.1.1", family: 4 },
      { address: "127.0.0.1", family: 4 },
    ];
    const { destinations } = newDestinations({ allowPrivate: false, resolve });
    const to = ftpTo(server.port, { protocol, host: "ftp.example" });
    const failed = await failure(destinations.deliver(aDelivery(to), never));
    // One wrong DNS answer can cause this, so it is retried.
    expect(failed).toMatchObject({ kind: "temporary", message: expect.stringContaining("private network") });
    expect(server.heard()).toBe(0);
  });

  it("is called at the checked address, even if its name resolves to another one later", async () => {
    const server = await start(open);
    let asked = 0;
    const resolve = async () => [{ address: ++asked === 1 ? "127.0.0.1" : "127.0.0.2", family: 4 }];
    const isPublic = (address: string) => address === "127.0.0.1";
    const { destinations } = newDestinations({ allowPrivate: false, resolve, isPublic });
    const to = ftpTo(server.port, { protocol, host: "ftp.example", directory: "in" });
    await destinations.deliver(aDelivery(to), never);
    expect([...server.files.values()].map(String)).toEqual([reportText]);
    expect(asked).toBe(1);
  });

  it("is retried if it can't be reached", async () => {
    const server = await start(open);
    await server.close();
    const { destinations } = newDestinations();
    expect(await failure(destinations.deliver(aDelivery(ftpTo(server.port, { protocol })), never))).toMatchObject({
      kind: "temporary",
      message: expect.stringContaining("isn't accepting connections"),
    });
    const nobody = newDestinations({
      resolve: () => Promise.reject(Object.assign(new Error("no"), { code: "ENOTFOUND" })),
    });
    const to = ftpTo(1, { protocol, host: "ftp.exampel" });
    expect(await failure(nobody.destinations.deliver(aDelivery(to), never))).toMatchObject({
      kind: "temporary",
      message: "There is no server called ftp.exampel. Check the name.",
    });
  });

  it("isn't blamed if its name couldn't be looked up", async () => {
    const { destinations } = newDestinations({
      resolve: () => Promise.reject(Object.assign(new Error("no"), { code: "EAI_AGAIN" })),
    });
    const to = ftpTo(1, { protocol, host: "slow.example" });
    expect(await failure(destinations.deliver(aDelivery(to), never))).toMatchObject({
      kind: "temporary",
      message: "The name slow.example could not be looked up. Its name servers didn't answer.",
    });
  });

  it("gets nothing, and isn't waited for, if the delivery is canceled during the name lookup", async () => {
    const stop = new AbortController();
    const { destinations } = newDestinations({ resolve: () => new Promise<never>(() => stop.abort(new Error("off"))) });
    const to = ftpTo(1, { protocol, host: "slow.example" });
    await expect(destinations.deliver(aDelivery(to), stop.signal)).rejects.toThrow("off");
  });

  it("must have a valid host name", async () => {
    const to = ftpTo(21, { protocol, host: "ftp://ftp.example/in" });
    expect(await failure(newDestinations().destinations.deliver(aDelivery(to), never))).toMatchObject({
      kind: "lasting",
      message: expect.stringContaining("isn't the name of a server"),
    });
  });
});

it("a host is accepted in any notation that merchants type", () => {
  expect(["[2001:db8::1]", " ftp.example. ", "ftp_1.exämple"].map(parseHost)).toEqual([
    "2001:db8::1",
    "ftp.example.",
    "ftp_1.exämple",
  ]);
  for (const bad of ["", "a b", "a\r\nUSER x", "user@host", "host:21", "-a", "a/b", "."])
    expect(() => parseHost(bad)).toThrow("isn't the name");
});
