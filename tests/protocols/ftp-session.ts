import type { Socket } from "node:net";
import { posix } from "node:path";
import type { SecureContext } from "node:tls";
import { type Fault, later } from "./faults.ts";
import { type DataChannel, openData, serverTls } from "./ftp-data.ts";

export type FtpOptions = {
  username: string;
  password: string;
  /** Offers AUTH TLS with it. */
  context?: SecureContext | undefined;
  /** Takes data connections that resume the control connection's session, and no others. */
  requireReuse?: boolean | undefined;
  /** Its words for a connection that doesn't. */
  saysNoReuse?: string | undefined;
  /** Its words for a full disk. */
  saysFull?: string | undefined;
  /** Does not know EPSV, and names this address in its responses to PASV. */
  passiveAddress?: string | undefined;
  /** Neither renames nor writes over anything that exists. */
  neverOverwrites?: boolean | undefined;
  /** Its user may remove nothing. */
  neverRemoves?: boolean | undefined;
  /** Its user may rename nothing. */
  neverRenames?: boolean | undefined;
  /** Its user may see nothing: no size is told, and a listing is refused or, as vsftpd has it, empty. */
  blind?: "refuses" | "lists nothing" | undefined;
  /** Its listing, whatever it has. */
  lists?: string | undefined;
  /** Its listing has no names that begin with a dot. */
  hidesDots?: boolean | undefined;
  /** Does not know SIZE. */
  knowsNoSize?: boolean | undefined;
  /** Denies access to the sizes of these files. */
  deniesSize?: ((path: string) => boolean) | undefined;
  /** Refuses to rename these files. */
  deniesRenaming?: ((from: string) => boolean) | undefined;
};

/** A server's files and faults. */
export type FtpDisk = {
  fault: Fault;
  /** It says that it took a file, and keeps half of it. */
  losesBytes: boolean;
  /** The connection goes, with no response, when this command was done. */
  loseAnswerTo: string | undefined;
  /** The connection goes, once, before this command is done. */
  loseOnce: string | undefined;
  files: Map<string, Buffer>;
  folders: Set<string>;
  /** Every command, a password as it came. */
  commands: string[];
  /** Names that files were given, each as often as one was put there. */
  named: string[];
};

/** `full` after so many bytes, and `cut`. */
const goesWrongAfter = 1_000;

/** One client: its commands one after the other, as they come. */
export const serveFtp = (raw: Socket, disk: FtpDisk, options: FtpOptions): void => {
  let control: Socket = raw;
  let user = "";
  let told = "";
  let loggedIn = false;
  let cwd = "/";
  let from: string | undefined;
  let isPrivate = false;
  let data: DataChannel | undefined;

  const say = (line: string): void => later(disk.fault, () => void control.write(`${line}\r\n`));
  const at = (path: string): string => posix.resolve(cwd, path);
  const takeData = (): DataChannel | undefined => {
    const taken = data;
    data = undefined;
    return taken;
  };

  const store = async (path: string): Promise<void> => {
    const channel = takeData();
    if (channel === undefined) return say("425 Use PASV first.");
    if (!disk.folders.has(posix.dirname(path))) return say("550 No such directory.");
    if (options.neverOverwrites && disk.files.has(path)) {
      await channel.close();
      return say("553 Could not create file.");
    }
    say("150 Ok to send data.");
    const socket = await channel.connection();
    if (socket === undefined) {
      await channel.close();
      return say(options.saysNoReuse ?? "522 SSL connection failed: session reuse required");
    }
    let kept = Buffer.alloc(0);
    disk.files.set(path, kept);
    try {
      for await (const piece of socket) {
        kept = Buffer.concat([kept, piece as Buffer]);
        disk.files.set(path, kept);
        if (kept.length < goesWrongAfter) continue;
        if (disk.fault === "cut") {
          socket.destroy();
          control.destroy();
          return;
        }
        if (disk.fault === "full") {
          disk.files.set(path, kept.subarray(0, goesWrongAfter));
          return say(options.saysFull ?? `552 Disk full, dear ${user} with ${told}.`);
        }
        if (disk.fault === "slow") await new Promise((goOn) => later("slow", () => goOn(undefined)));
      }
    } catch {
      return say("426 Broken pipe.");
    } finally {
      socket.destroy();
      await channel.close();
    }
    if (disk.losesBytes) disk.files.set(path, kept.subarray(0, kept.length / 2));
    say("226 Transfer complete.");
  };

  const list = async (): Promise<void> => {
    if (options.blind === "refuses") return say("550 Permission denied.");
    const channel = takeData();
    if (channel === undefined) return say("425 Use PASV first.");
    say("150 Here it comes.");
    const socket = await channel.connection();
    const isShown = (path: string): boolean => !options.hidesDots || !posix.basename(path).startsWith(".");
    const here = options.blind ? [] : [...disk.files].filter(([path]) => posix.dirname(path) === cwd && isShown(path));
    const lines = here.map(
      ([path, { length }]) => `-rw-r--r-- 1 ftp ftp ${length} Nov 20 12:00 ${posix.basename(path)}\r\n`,
    );
    const sent = (hadError: boolean): void => {
      void channel.close();
      say(hadError ? "426 Broken pipe." : "226 Sent.");
    };
    if (socket === undefined) return sent(true);
    socket.on("error", () => {});
    socket.once("close", sent);
    // Otherwise it isn't heard that the client has closed.
    socket.resume();
    socket.end(options.lists ?? lines.join(""));
  };

  const passive = async (answer: (port: number) => string): Promise<void> => {
    await data?.close();
    data = await openData(isPrivate ? options.context : undefined, options.requireReuse ?? false);
    say(answer(data.port));
  };

  const commands: Record<string, (argument: string) => unknown> = {
    USER: (name) => {
      user = name;
      say("331 Please specify the password.");
    },
    PASS: (word) => {
      told = word;
      loggedIn = user === options.username && word === options.password && disk.fault !== "password";
      // Some servers say more than they should.
      say(loggedIn ? "230 Login successful." : `530 Login incorrect: ${user} with ${word}`);
    },
    AUTH: () => {
      if (options.context === undefined) return say("502 Not here.");
      control.write("234 Proceed.\r\n");
      control.removeAllListeners("data");
      control = serverTls(raw, options.context);
      hear(control);
    },
    PBSZ: () => say("200 PBSZ=0."),
    PROT: (level) => {
      isPrivate = level === "P";
      say("200 Ok.");
    },
    FEAT: () => say("211 No features."),
    OPTS: () => say("200 Ok."),
    TYPE: () => say("200 Binary."),
    STRU: () => say("200 Files."),
    PWD: () => say(`257 "${cwd}" is the current directory`),
    CWD: (path) => {
      if (!disk.folders.has(at(path))) return say("550 Failed to change directory.");
      cwd = at(path);
      say("250 Changed.");
    },
    MKD: (path) => {
      if (disk.fault === "error" || !disk.folders.has(posix.dirname(at(path)))) return say("550 Permission denied.");
      disk.folders.add(at(path));
      say(`257 "${at(path)}" created`);
    },
    EPSV: () => {
      if (options.passiveAddress !== undefined) return say("500 Unknown command.");
      return passive((port) => `229 Entering Extended Passive Mode (|||${port}|)`);
    },
    PASV: () =>
      passive((port) => {
        const address = (options.passiveAddress ?? "127.0.0.1").replaceAll(".", ",");
        return `227 Entering Passive Mode (${address},${port >> 8},${port & 255})`;
      }),
    STOR: (path) => (disk.fault === "error" ? say(`553 ${user}:${told} could not create file.`) : store(at(path))),
    LIST: () => list(),
    SIZE: (path) => {
      if (options.knowsNoSize) return say("502 Not here.");
      const file = disk.files.get(at(path));
      if (options.deniesSize?.(at(path))) return say("550 Access is denied.");
      say(file === undefined || options.blind ? "550 Could not get file size." : `213 ${file.length}`);
    },
    RNFR: (path) => {
      from = disk.files.has(at(path)) ? at(path) : undefined;
      say(from === undefined ? "550 No such file." : "350 Ready for RNTO.");
    },
    RNTO: (path) => {
      const file = from === undefined ? undefined : disk.files.get(from);
      if (from === undefined || file === undefined) return say("503 RNFR first.");
      if (options.neverRenames) return say(`550 Permission denied, ${user} with ${told}.`);
      if (options.deniesRenaming?.(from)) return say("553 Could not create file.");
      if (options.neverOverwrites && disk.files.has(at(path))) return say("553 File exists.");
      disk.files.delete(from);
      disk.files.set(at(path), file);
      disk.named.push(at(path));
      say("250 Rename successful.");
    },
    DELE: (path) => {
      if (options.neverRemoves) return say("550 Permission denied.");
      say(disk.files.delete(at(path)) ? "250 Deleted." : "550 No such file.");
    },
    QUIT: () => control.end("221 Goodbye.\r\n"),
  };
  const beforeLogin = new Set(["USER", "PASS", "AUTH", "OPTS", "PBSZ", "PROT", "QUIT"]);

  const obey = async (line: string): Promise<void> => {
    disk.commands.push(line);
    if (disk.fault === "hang") return;
    const [, name = "", argument = ""] = /^(\S+) ?(.*)$/.exec(line) ?? [];
    if (disk.loseOnce === name.toUpperCase()) {
      disk.loseOnce = undefined;
      control.destroy();
      return;
    }
    const command = commands[name.toUpperCase()];
    if (disk.loseAnswerTo === name.toUpperCase()) control.write = () => false;
    if (command === undefined) say("502 Command not implemented.");
    else if (!loggedIn && !beforeLogin.has(name.toUpperCase())) say("530 Please login.");
    else await command(argument);
    if (disk.loseAnswerTo === name.toUpperCase()) control.destroy();
  };
  const hear = (socket: Socket): void => {
    let rest = "";
    let last: Promise<unknown> = Promise.resolve();
    socket.on("error", () => {});
    socket.on("data", (bytes) => {
      const lines = `${rest}${bytes}`.split("\r\n");
      rest = lines.pop() ?? "";
      for (const line of lines) last = last.then(() => obey(line)).catch(() => control.destroy());
    });
  };
  hear(control);
  raw.once("close", () => void data?.close());
  if (disk.fault === "refuse") control.destroy();
  else if (disk.fault !== "hang") say("220 A server for tests.");
};
