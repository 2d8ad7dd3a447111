import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { aDelivery, failure, ftpTo, never, newDestinations, reportText } from "./destinations-for-tests.ts";
import { type RealServer, startSftpServer, startVsftpd, whereIs } from "./real-servers.ts";

const vsftpd = process.getuid?.() === 0 ? whereIs("vsftpd") : undefined;
const sftpServer = whereIs("sftp-server");
if (vsftpd === undefined || sftpServer === undefined)
  console.warn(
    "Skipped: tests against vsftpd and OpenSSH's sftp-server. As root, apt-get install vsftpd openssh-sftp-server.",
  );

const servers: RealServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});
const name = "Orders 2026-11-20 0001.csv";
const anonymous = { username: "anonymous", password: "shop@sheaf.example" };

describe.skipIf(vsftpd === undefined)("vsftpd", () => {
  const start = async (settings: Record<string, string> = {}): Promise<RealServer> => {
    const server = await startVsftpd(vsftpd ?? "", settings);
    servers.push(server);
    return server;
  };
  const withTls = {
    ssl_enable: "YES",
    allow_anon_ssl: "YES",
    force_anon_logins_ssl: "YES",
    force_anon_data_ssl: "YES",
    require_ssl_reuse: "YES",
    ssl_ciphers: "HIGH",
  };

  it.each([
    ["FTP", {}],
    ["FTPS", { ...withTls, require_ssl_reuse: "NO" }],
    ["FTPSSessionResumption", withTls],
  ] as const)("gets a report by %s, over the one before, and keeps nothing of a test", async (protocol, settings) => {
    const { port, folder } = await start(settings);
    await writeFile(join(folder, name), "the one before", { mode: 0o666 });
    const { destinations } = newDestinations();
    const to = ftpTo(port, { ...anonymous, protocol, directory: "in" });
    await destinations.deliver(aDelivery({ ...to, directory: "in/2026/11" }), never);
    expect(await readFile(join(folder, "2026/11", name), "utf8")).toBe(reportText);
    expect(await readdir(join(folder, "2026/11"))).toEqual([name]);
    await destinations.deliver(aDelivery(to, { id: "run-2" }), never);
    expect(await readFile(join(folder, name), "utf8")).toBe(reportText);
    expect(await destinations.testFtp(to, { tenant: "t" }, never)).toMatchObject({ worked: true, reason: null });
    expect((await readdir(folder)).sort()).toEqual(["2026", name]);
  });

  it("that wants sessions to be resumed has a merchant choose that", async () => {
    const { port } = await start(withTls);
    const to = ftpTo(port, { ...anonymous, protocol: "FTPS", directory: "in" });
    const failed = await failure(newDestinations().destinations.deliver(aDelivery(to), never));
    expect(failed).toMatchObject({
      kind: "lasting",
      message: expect.stringContaining("Choose FTPS Session Resumption"),
    });
  });
});

describe.skipIf(sftpServer === undefined)("OpenSSH's sftp-server", () => {
  it("gets a report, over the one before, and keeps nothing of a test", async () => {
    const server = await startSftpServer(sftpServer ?? "");
    servers.push(server);
    const { port, folder } = server;
    await writeFile(join(folder, name), "the one before");
    const { destinations } = newDestinations();
    const to = ftpTo(port, { protocol: "SFTP" });
    await destinations.deliver(aDelivery(to), never);
    await destinations.deliver(aDelivery({ ...to, directory: "in/2026" }, { id: "run-2" }), never);
    await destinations.deliver(aDelivery({ ...to, directory: join(folder, "from-root") }, { id: "run-3" }), never);
    for (const where of [".", "in/2026", "from-root"])
      expect(await readFile(join(folder, where, name), "utf8")).toBe(reportText);
    expect(await destinations.testFtp(to, { tenant: "t" }, never)).toMatchObject({ worked: true, reason: null });
    expect((await readdir(folder)).sort()).toEqual([name, "from-root", "in"]);
  });

  it("says what is not allowed", async () => {
    const server = await startSftpServer(sftpServer ?? "");
    servers.push(server);
    const to = ftpTo(server.port, { protocol: "SFTP", directory: "/proc/none" });
    const failed = await failure(newDestinations().destinations.deliver(aDelivery(to), never));
    expect(failed.steps.at(-1)).toMatchObject({ step: "made directory", failed: true });
  });
});
