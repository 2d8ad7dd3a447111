import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, connect, createServer, type Server as NetServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import ssh2 from "ssh2";
import { until } from "#tests/support/until.ts";
import { certificate } from "./certificates.ts";
import { listen } from "./faults.ts";
import { newHostKey } from "./sftp-server.ts";

const beyondPath = ["/usr/sbin", "/usr/lib/openssh"];

/** Where a program is, also beside what is on the path. */
export const whereIs = (program: string): string | undefined =>
  [...(process.env.PATH ?? "").split(delimiter), ...beyondPath].map((folder) => join(folder, program)).find(existsSync);

export type RealServer = { port: number; folder: string; close(): Promise<void> };

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
};
const answers = async (port: number): Promise<boolean> => {
  const socket = connect(port, "127.0.0.1");
  try {
    await once(socket, "data");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
};

/** vsftpd, for `anonymous` with any password, into the folder `in`. It runs as root alone. */
export const startVsftpd = async (program: string, settings: Record<string, string>): Promise<RealServer> => {
  const root = await mkdtemp(join(tmpdir(), "sheaf-vsftpd-"));
  const [jail, empty, folder] = [join(root, "jail"), join(root, "empty"), join(root, "jail", "in")];
  for (const made of [root, jail, empty, folder]) {
    await mkdir(made, { recursive: true });
    await chmod(made, made === folder ? 0o777 : 0o755);
  }
  const [certFile, keyFile, config] = [join(root, "cert"), join(root, "key"), join(root, "conf")];
  await writeFile(certFile, certificate.cert);
  await writeFile(keyFile, certificate.key);
  const port = await freePort();
  const all = {
    listen: "YES",
    listen_address: "127.0.0.1",
    listen_port: String(port),
    background: "NO",
    seccomp_sandbox: "NO",
    anonymous_enable: "YES",
    anon_root: jail,
    anon_upload_enable: "YES",
    anon_mkdir_write_enable: "YES",
    anon_other_write_enable: "YES",
    anon_umask: "022",
    write_enable: "YES",
    // Someone with a home that exists, on every Debian.
    ftp_username: "daemon",
    nopriv_user: "nobody",
    secure_chroot_dir: empty,
    rsa_cert_file: certFile,
    rsa_private_key_file: keyFile,
    xferlog_enable: "NO",
    ...settings,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}=${value}\n`);
  await writeFile(config, lines.join(""));
  const child: ChildProcess = spawn(program, [config], { stdio: "inherit" });
  const ended = once(child, "exit");
  await until("vsftpd answers", () => answers(port));
  return {
    port,
    folder,
    async close() {
      child.kill();
      await ended;
      await rm(root, { recursive: true });
    },
  };
};

/** A user of this machine until it is removed: who logs in to sshd by a password must be one. */
const newUser = async (home: string, password: string): Promise<{ username: string; remove(): Promise<void> }> => {
  const username = `sheaf${randomBytes(6).toString("hex")}`;
  const exitOf = async (program: string, args: string[], input?: string): Promise<number> => {
    const child = spawn(program, args, { stdio: [input === undefined ? "ignore" : "pipe", "ignore", "ignore"] });
    child.stdin?.end(input);
    const [code] = await once(child, "exit");
    return code;
  };
  const run = async (program: string, args: string[], input?: string): Promise<void> => {
    const code = await exitOf(program, args, input);
    if (code !== 0) throw new Error(`${program} ended with ${code}. It needs root and the package passwd.`);
  };
  await run("useradd", ["--no-create-home", "--home-dir", home, "--shell", "/bin/sh", username]);
  // Refused while a session of theirs has not ended.
  const remove = async () =>
    void (await until("the user is removed", async () => (await exitOf("userdel", [username])) === 0));
  try {
    await run("chpasswd", [], `${username}:${password}\n`);
    await run("chown", ["--recursive", username, home]);
  } catch (error) {
    await remove();
    throw error;
  }
  return { username, remove };
};

export type Sshd = RealServer & {
  username: string;
  /** From now on it has another host key, as a server that was set up again; the port stays. */
  changeKey(): Promise<void>;
  /** The log of its connections. */
  log(): string;
};

/**
 * OpenSSH's sshd with its own SFTP and a host key of each of these kinds, for its own user with `sesame-4711`, whose
 * home is the folder. It runs as root alone. `settings`: lines of its configuration, which go before ours.
 */
export const startSshd = async (
  program: string,
  kinds: readonly string[],
  settings: readonly string[] = [],
): Promise<Sshd> => {
  const root = await mkdtemp(join(tmpdir(), "sheaf-sshd-"));
  await chmod(root, 0o755);
  const folder = join(root, "home");
  await mkdir(folder);
  // Without it sshd does not begin; the package's service would make it.
  await mkdir("/run/sshd", { recursive: true, mode: 0o755 });
  const { username, remove } = await newUser(folder, "sesame-4711");
  const port = await freePort();
  const config = join(root, "config");
  let child: ChildProcess | undefined;
  let log = "";
  const start = async (): Promise<void> => {
    const keys = kinds.map((kind) => join(root, `key-${kind}-${randomBytes(4).toString("hex")}`));
    for (const [n, file] of keys.entries()) {
      const kind = kinds[n] ?? "";
      // Those of RSA are a length that is quickly made.
      const length = kind === "rsa" ? ["-b", "2048"] : [];
      const made = spawn("ssh-keygen", ["-q", "-t", kind, ...length, "-N", "", "-f", file], { stdio: "inherit" });
      await once(made, "exit");
    }
    const lines = [
      ...settings,
      `Port ${port}`,
      "ListenAddress 127.0.0.1",
      ...keys.map((file) => `HostKey ${file}`),
      "PasswordAuthentication yes",
      "KbdInteractiveAuthentication no",
      "PubkeyAuthentication no",
      "UsePAM no",
      "PidFile none",
      "StrictModes no",
      `AllowUsers ${username}`,
      "Subsystem sftp internal-sftp",
    ];
    await writeFile(config, `${lines.join("\n")}\n`);
    // In front, and saying what it does.
    child = spawn(program, ["-D", "-e", "-f", config], { stdio: ["ignore", "ignore", "pipe"] });
    child.stderr?.on("data", (said) => (log += String(said)));
    await until("sshd answers", () => answers(port), { picture: () => log });
  };
  const stop = async (): Promise<void> => {
    if (!child || child.exitCode !== null) return;
    const ended = once(child, "exit");
    child.kill();
    await ended;
  };
  const close = async (): Promise<void> => {
    await stop();
    await remove();
    await rm(root, { recursive: true });
  };
  try {
    await start();
  } catch (error) {
    await close();
    throw error;
  }
  return {
    port,
    folder,
    username,
    close,
    log: () => log,
    changeKey: async () => {
      await stop();
      await start();
    },
  };
};

/** OpenSSH's sftp-server, behind our own login: `partner` with `sesame-4711`. It starts in its own folder. */
export const startSftpServer = async (program: string): Promise<RealServer> => {
  const folder = await mkdtemp(join(tmpdir(), "sheaf-sftp-"));
  const children = new Set<ChildProcess>();
  const ssh = new ssh2.Server({ hostKeys: [newHostKey()] }, (connection) => {
    connection.on("error", () => {});
    connection.on("authentication", (asked) => {
      const isRight = asked.method === "password" && asked.username === "partner" && asked.password === "sesame-4711";
      if (isRight) asked.accept();
      else asked.reject(["password"]);
    });
    connection.on("session", (accept) =>
      accept().on("subsystem", (acceptSubsystem) => {
        const channel = acceptSubsystem();
        const child = spawn(program, [], { cwd: folder, stdio: ["pipe", "pipe", "inherit"] });
        children.add(child);
        channel.pipe(child.stdin).on("error", () => {});
        child.stdout.pipe(channel).on("error", () => {});
      }),
    );
  });
  const listener = (ssh as unknown as { _srv: NetServer })._srv;
  listener.prependListener("connection", (socket: Socket) => socket.setNoDelay(true));
  const { port, close } = await listen(listener);
  return {
    port,
    folder,
    async close() {
      for (const child of children) child.kill();
      await close();
      await rm(folder, { recursive: true });
    },
  };
};
