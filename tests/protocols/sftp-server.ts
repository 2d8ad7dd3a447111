import type { Server as NetServer, Socket } from "node:net";
import { posix } from "node:path";
import ssh2, { type Algorithms, type Attributes, type Connection, type KexAlgorithm, type SFTPWrapper } from "ssh2";
import { type Fault, later, listen } from "./faults.ts";

const { Server, utils } = ssh2;
const { STATUS_CODE } = utils.sftp;

export type SftpServer = {
  port: number;
  fault: Fault;
  /** The connection goes, with no response, when this request was done. */
  loseAnswerTo: "RENAME" | "REMOVE" | undefined;
  /** From this request on nothing is said any more. */
  hangsFrom: string | undefined;
  files: Map<string, Buffer>;
  folders: Set<string>;
  /** Every request. */
  requests: string[];
  /** Names that files were given, each as often as one was put there. */
  named: string[];
  passwords: string[];
  close(): Promise<void>;
};

export type SftpOptions = {
  username?: string;
  password?: string;
  /** Asks for the password as its own question, as many servers do. */
  asks?: boolean;
  /** Host keys, private, in OpenSSH's form. */
  hostKeys?: string[];
  /** Ways to agree on keys, as ssh2 names them. */
  keyExchanges?: KexAlgorithm[];
  /** Its other algorithms, as ssh2 names them. */
  algorithms?: Algorithms;
  /** Its refusal: it takes only keys, wants a key after the password, or has no SFTP. */
  refuses?: "passwords" | "passwords alone" | "SFTP";
  /** Its user may remove nothing, rename nothing, or see nothing. */
  mayNot?: readonly ("remove" | "rename" | "look")[];
  /** The status of what its user may not do; 3, permission denied, unless it is given. */
  refusal?: number;
  /** Its message for refusals. */
  saysRefused?: string;
  /** Its attributes have no size, which the protocol permits. */
  tellsNoSizes?: boolean;
  /** It renews its keys again and again. */
  renewsKeys?: boolean;
};

/** About one in a hundred keys that ssh2 makes can't be read again. */
export const newHostKey = (): string => {
  for (;;) {
    const { private: key } = utils.generateKeyPairSync("ed25519");
    if (!(utils.parseKey(key) instanceof Error)) return key;
  }
};

const goesWrongAfter = 1_000;
const fileMode = 0o100_644;
const folderMode = 0o040_755;

type Served = {
  server: Omit<SftpServer, "port" | "close">;
  connection: Connection;
  drop(): void;
} & Required<Pick<SftpOptions, "mayNot" | "refusal" | "saysRefused" | "tellsNoSizes">>;

/** One client's requests. Where files are, folders are too; nothing is renamed over what exists. */
const serveSftp = (sftp: SFTPWrapper, served: Served): void => {
  const { server, drop, mayNot, refusal, saysRefused, tellsNoSizes } = served;
  const { files, folders } = server;
  const handles = new Map<number, string>();
  let handleCount = 0;
  const pathOf = (handle: Buffer): string => handles.get(handle.readUInt32BE(0)) ?? "";
  const at = (path: string): string => posix.resolve("/", path);
  const say = (request: number, code: number, words = ""): void =>
    later(server.fault, () => void sftp.status(request, code, words));
  const heard = (words: string): boolean => {
    server.requests.push(words);
    if (server.hangsFrom !== undefined && words.startsWith(server.hangsFrom)) server.fault = "hang";
    return server.fault !== "hang";
  };
  const stat = (request: number, typed: string): void => {
    const path = at(typed);
    if (!heard(`STAT ${path}`)) return;
    const file = files.get(path);
    const size = tellsNoSizes ? {} : { size: file?.length ?? 0 };
    const attributes = { uid: 0, gid: 0, atime: 0, mtime: 0, ...size } as Attributes;
    if (mayNot.includes("look")) say(request, refusal, saysRefused);
    else if (file === undefined && !folders.has(path)) say(request, STATUS_CODE.NO_SUCH_FILE);
    else sftp.attrs(request, { ...attributes, mode: file === undefined ? folderMode : fileMode });
  };

  sftp.on("REALPATH", (request, path) => {
    if (!heard(`REALPATH ${path}`)) return;
    sftp.name(request, [{ filename: at(path), longname: at(path), attrs: {} as never }]);
  });
  sftp.on("STAT", stat);
  sftp.on("LSTAT", stat);
  sftp.on("FSTAT", (request, handle) => stat(request, pathOf(handle)));
  sftp.on("FSETSTAT", (request) => say(request, STATUS_CODE.OK));
  sftp.on("MKDIR", (request, path) => {
    if (!heard(`MKDIR ${at(path)}`)) return;
    if (server.fault === "error") return say(request, refusal, saysRefused);
    if (folders.has(at(path))) return say(request, STATUS_CODE.FAILURE);
    folders.add(at(path));
    say(request, STATUS_CODE.OK);
  });
  sftp.on("OPEN", (request, path) => {
    if (!heard(`OPEN ${at(path)}`)) return;
    if (server.fault === "error") return say(request, refusal, saysRefused);
    if (!folders.has(posix.dirname(at(path)))) return say(request, STATUS_CODE.NO_SUCH_FILE);
    files.set(at(path), Buffer.alloc(0));
    const handle = Buffer.alloc(4);
    handle.writeUInt32BE(++handleCount);
    handles.set(handleCount, at(path));
    sftp.handle(request, handle);
  });
  sftp.on("WRITE", (request, handle, offset, bytes) => {
    if (server.fault === "hang") return;
    const path = pathOf(handle);
    const before = files.get(path) ?? Buffer.alloc(0);
    if (server.fault === "full" && offset + bytes.length > goesWrongAfter)
      return say(request, STATUS_CODE.FAILURE, "No space left on device");
    if (server.fault === "cut" && offset + bytes.length > goesWrongAfter) {
      files.set(path, bytes.subarray(0, goesWrongAfter));
      return drop();
    }
    const kept = Buffer.alloc(Math.max(before.length, offset + bytes.length));
    before.copy(kept);
    bytes.copy(kept, offset);
    files.set(path, kept);
    say(request, STATUS_CODE.OK);
  });
  sftp.on("CLOSE", (request) => say(request, STATUS_CODE.OK));
  sftp.on("RENAME", (request, from, to) => {
    if (!heard(`RENAME ${at(from)} ${at(to)}`)) return;
    if (mayNot.includes("rename")) return say(request, refusal, "Renaming is off for partner");
    const file = files.get(at(from));
    if (file === undefined) return say(request, STATUS_CODE.NO_SUCH_FILE);
    if (files.has(at(to))) return say(request, STATUS_CODE.FAILURE, "File exists");
    files.delete(at(from));
    files.set(at(to), file);
    server.named.push(at(to));
    if (server.loseAnswerTo === "RENAME") drop();
    else say(request, STATUS_CODE.OK);
  });
  sftp.on("REMOVE", (request, path) => {
    if (!heard(`REMOVE ${at(path)}`)) return;
    if (server.loseAnswerTo === "REMOVE") return drop();
    if (mayNot.includes("remove")) return say(request, refusal);
    say(request, files.delete(at(path)) ? STATUS_CODE.OK : STATUS_CODE.NO_SUCH_FILE);
  });
};

/** A server of SFTP; its files are in memory. */
export const startSftp = async (options: SftpOptions = {}): Promise<SftpServer> => {
  const {
    username = "partner",
    password = "sesame-4711",
    asks = false,
    hostKeys = [newHostKey()],
    keyExchanges,
    algorithms,
    refuses,
    mayNot = [],
    refusal = STATUS_CODE.PERMISSION_DENIED,
    saysRefused = "",
    tellsNoSizes = false,
    renewsKeys = false,
  } = options;
  const server: Omit<SftpServer, "port" | "close"> = {
    fault: "none",
    loseAnswerTo: undefined,
    hangsFrom: undefined,
    files: new Map(),
    folders: new Set(["/"]),
    requests: [],
    named: [],
    passwords: [],
  };
  const right = (user: string, word: string | undefined): boolean => {
    server.passwords.push(word ?? "");
    return user === username && word === password && server.fault !== "password";
  };
  const ssh = new Server({ hostKeys, algorithms: { ...algorithms, ...(keyExchanges && { kex: keyExchanges }) } });
  // The listener beneath, which has its connections.
  const listener = (ssh as unknown as { _srv: NetServer })._srv;
  const { port, sockets, close } = await listen(listener);
  const drop = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  listener.prependListener("connection", (socket: Socket) => {
    socket.setNoDelay(true);
    if (server.fault === "refuse") socket.destroy();
    if (server.fault === "hang") socket.pause();
  });
  ssh.on("connection", (connection) => {
    connection.on("error", () => {});
    if (renewsKeys) {
      const renew = (): void => connection.rekey(() => setImmediate(renew));
      connection.on("ready", renew);
    }
    connection.on("authentication", (asked) => {
      if (refuses === "passwords") return asked.reject(["publickey"]);
      if (refuses === "passwords alone")
        return asked.method === "password" ? asked.reject(["publickey"], true) : asked.reject(["password"]);
      if (asked.method === "password" && !asks)
        return right(asked.username, asked.password) ? asked.accept() : asked.reject(["password"]);
      if (asked.method === "keyboard-interactive" && asks)
        return asked.prompt([{ prompt: "Password: ", echo: false }], (answers) =>
          right(asked.username, answers[0]) ? asked.accept() : asked.reject(),
        );
      asked.reject([asks ? "keyboard-interactive" : "password"]);
    });
    connection.on("session", (accept) => {
      const session = accept();
      if (refuses === "SFTP") session.on("subsystem", (_accept, reject) => reject());
      else
        session.on("sftp", (acceptSftp) =>
          serveSftp(acceptSftp(), { server, connection, drop, mayNot, refusal, saysRefused, tellsNoSizes }),
        );
    });
  });
  return Object.assign(server, { port, close });
};
