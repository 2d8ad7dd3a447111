import { chmod, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { aDelivery, failure, ftpTo, never, newDestinations, reportText } from "./destinations-for-tests.ts";
import { type RealServer, type Sshd, startSftpServer, startSshd, startVsftpd, whereIs } from "./real-servers.ts";

const vsftpd = process.getuid?.() === 0 ? whereIs("vsftpd") : undefined;
const sshd = process.getuid?.() === 0 ? whereIs("sshd") : undefined;
const sftpServer = whereIs("sftp-server");
if (vsftpd === undefined || sshd === undefined || sftpServer === undefined)
  console.warn(
    "Skipped: tests against vsftpd, OpenSSH's sshd, or its sftp-server. As root, apt-get install vsftpd openssh-server.",
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
  ] as const)(
    "receives a report by %s over the previous one and keeps nothing from a test",
    async (protocol, settings) => {
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
    },
  );

  it("refuses to rename if its user may only write, and receives the report directly", async () => {
    const { port, folder } = await start({
      anon_other_write_enable: "NO",
      dirlist_enable: "NO",
      cmds_denied: "SIZE",
    });
    const { destinations } = newDestinations();
    const to = ftpTo(port, { ...anonymous, directory: "in" });
    const failed = await failure(destinations.deliver(aDelivery(to), never));
    expect(failed.message).toContain("refused to rename it. It said: 550 Permission denied.");
    await destinations.deliver(aDelivery({ ...to, direct: true }, { id: "run-2" }), never);
    expect(await readFile(join(folder, name), "utf8")).toBe(reportText);
  });

  it("receives a report into a folder that can't be listed", async () => {
    const { port, folder } = await start({ cmds_denied: "SIZE" });
    await chmod(folder, 0o733);
    const to = ftpTo(port, { ...anonymous, directory: "in" });
    await newDestinations().destinations.deliver(aDelivery(to), never);
    expect(await readdir(folder)).toEqual([name]);
  });

  it("requires session resumption, which the error asks the merchant to choose", async () => {
    const { port } = await start(withTls);
    const to = ftpTo(port, { ...anonymous, protocol: "FTPS", directory: "in" });
    const failed = await failure(newDestinations().destinations.deliver(aDelivery(to), never));
    expect(failed).toMatchObject({
      kind: "lasting",
      message: expect.stringContaining("Choose FTPS Session Resumption"),
    });
  });
});

describe.skipIf(sshd === undefined)("OpenSSH's sshd", () => {
  const start = async (kinds: readonly string[], settings: readonly string[] = []): Promise<Sshd> => {
    const server = await startSshd(sshd ?? "", kinds, settings);
    servers.push(server);
    return server;
  };
  const to = ({ port, username }: Sshd, directory = "in") => ftpTo(port, { protocol: "SFTP", username, directory });
  /** The log lines about accepted and failed logins. */
  const passwords = (server: Sshd) => server.log().match(/(Accepted|Failed) \S+ for/g) ?? [];

  it.each([
    ["a key of Ed25519", ["ed25519"], []],
    ["a key of ECDSA", ["ecdsa"], []],
    ["a key of RSA", ["rsa"], []],
    ["keys of each kind", ["rsa", "ecdsa", "ed25519"], []],
    [
      "the algorithms of old servers",
      ["rsa"],
      [
        "KexAlgorithms diffie-hellman-group14-sha1",
        "HostKeyAlgorithms ssh-rsa",
        "Ciphers aes128-ctr",
        "MACs hmac-sha1",
      ],
    ],
    [
      "keyboard-interactive passwords",
      ["ed25519"],
      ["UsePAM yes", "KbdInteractiveAuthentication yes", "PasswordAuthentication no"],
    ],
  ])("receives a report with %s over the previous one and keeps nothing from a test", async (_, kinds, settings) => {
    const server = await start(kinds, settings);
    const { destinations } = newDestinations();
    await destinations.deliver(aDelivery(to(server)), never);
    const files = join(server.folder, "in");
    await writeFile(join(files, name), "the one before");
    await destinations.deliver(aDelivery(to(server), { id: "run-2" }), never);
    await destinations.deliver(aDelivery(to(server, join(server.folder, "in/2026")), { id: "run-3" }), never);
    for (const where of [files, join(files, "2026")])
      expect(await readFile(join(where, name), "utf8")).toBe(reportText);
    expect(await destinations.testFtp(to(server), { tenant: "t" }, never)).toMatchObject({
      worked: true,
      reason: null,
    });
    expect((await readdir(files)).sort()).toEqual(["2026", name]);
  });

  it("gets no password after a key change, until the merchant forgets the key", async () => {
    const server = await start(["ed25519"]);
    const { destinations } = newDestinations();
    await destinations.deliver(aDelivery(to(server)), never);
    await server.changeKey();
    const before = passwords(server);
    expect(before).toEqual(["Accepted password for"]);
    const failed = await failure(destinations.deliver(aDelivery(to(server), { id: "run-2" }), never));
    expect(failed).toMatchObject({ kind: "lasting", message: expect.stringContaining("a different key than before") });
    expect(passwords(server)).toEqual(before);
    await destinations.forgetPinnedKeys(to(server), { tenant: "t" });
    await destinations.deliver(aDelivery(to(server), { id: "run-3" }), never);
    expect(await readFile(join(server.folder, "in", name), "utf8")).toBe(reportText);
  });

  it("refuses a wrong password, which the error asks the merchant to correct", async () => {
    const server = await start(["ed25519"]);
    const wrong = { ...to(server), password: "sesame-4712" };
    const failed = await failure(newDestinations().destinations.deliver(aDelivery(wrong), never));
    expect(failed).toMatchObject({
      kind: "lasting",
      message: "The server refused the user name or the password. Check them and try again.",
    });
    expect(passwords(server)).not.toContain("Accepted password for");
    expect(await readdir(server.folder)).toEqual([]);
  });

  it("refuses to rename if its user may only write, and receives the report directly", async () => {
    const denied = "stat,lstat,fstat,opendir,readdir,rename,posix-rename,remove";
    const server = await start(["ed25519"], [`ForceCommand internal-sftp -P ${denied}`]);
    const { destinations } = newDestinations();
    const failed = await failure(destinations.deliver(aDelivery(to(server, "")), never));
    expect(failed.message).toContain("refused to rename it. It said: Permission denied");
    await destinations.deliver(aDelivery({ ...to(server, ""), direct: true }, { id: "run-2" }), never);
    expect(await readFile(join(server.folder, name), "utf8")).toBe(reportText);
  });

  it("receives a report by renaming if its user can't list the folder", async () => {
    const server = await start(["ed25519"], ["ForceCommand internal-sftp -P stat,lstat,fstat,opendir,remove"]);
    await newDestinations().destinations.deliver(aDelivery(to(server, "")), never);
    expect(await readdir(server.folder)).toEqual([name]);
  });

  it("reports that the user may not write", async () => {
    const server = await start(["ed25519"]);
    const failed = await failure(newDestinations().destinations.deliver(aDelivery(to(server, "/etc")), never));
    expect(failed.message).toContain("isn't allowed to write there");
  });
});

describe.skipIf(sftpServer === undefined)("OpenSSH's sftp-server", () => {
  it("receives a report over the previous one and keeps nothing from a test", async () => {
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

  it("fails in the step that isn't allowed", async () => {
    const server = await startSftpServer(sftpServer ?? "");
    servers.push(server);
    const to = ftpTo(server.port, { protocol: "SFTP", directory: "/proc/none" });
    const failed = await failure(newDestinations().destinations.deliver(aDelivery(to), never));
    expect(failed.steps.at(-1)).toMatchObject({ step: "made directory", failed: true });
  });
});
