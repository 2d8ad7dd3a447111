import { createHash } from "node:crypto";
import type { Socket } from "node:net";
import { posix } from "node:path";
import type { KexAlgorithm, ServerHostKeyAlgorithm, SFTPWrapper, Stats } from "ssh2";
import SftpClient from "ssh2-sftp-client";
import { DeliveryFailed } from "../../ports/destination.ts";
import { withTimeout } from "../../ports/timeout.ts";
import { unlessAborted } from "../../ports/unless-aborted.ts";
import { unlessStalled } from "../deadline.ts";
import type { RemoteSize } from "../delivery-progress.ts";
import type { OpenServer, ServerOptions } from "../ftp/ftp.ts";
import { toNetworkFailure } from "../network-failure.ts";
import { getErrorText } from "../receiver-text.ts";
import { redactSecrets } from "../redact-secrets.ts";
import { RenamingRefused, WritingRefused } from "../remote-folder.ts";
import { connectTo, parseHost } from "../resolve-host.ts";
import { limitRekeying } from "./rekeying.ts";
import { keyChangedError, type ServerKey } from "./server-keys.ts";
import { requestAnswer, requestDone, writeFile } from "./sftp-write.ts";
import { captureOffer, noCommonAlgorithm } from "./ssh-offer.ts";

/** An SSH key begins with the name of its type. */
const serverKey = (blob: Buffer): ServerKey => ({
  type: blob.subarray(4, 4 + blob.readUInt32BE(0)).toString("latin1"),
  fingerprint: `SHA256:${createHash("sha256").update(blob).digest("base64").replace(/=+$/, "")}`,
});

/** Key types in order of preference, if no key is pinned. */
const keyTypes: readonly ServerHostKeyAlgorithm[] = [
  "ssh-ed25519",
  "ecdsa-sha2-nistp256",
  "ecdsa-sha2-nistp384",
  "ecdsa-sha2-nistp521",
  "rsa-sha2-512",
  "rsa-sha2-256",
  "ssh-rsa",
];

/**
 * Excludes `group-exchange`, where the server chooses the group: checking one of 8192 bits blocks the only thread for
 * half a minute. Fixed groups of at most 4096 bits take 5 ms.
 */
const keyExchanges: readonly KexAlgorithm[] = [
  "curve25519-sha256",
  "curve25519-sha256@libssh.org",
  "ecdh-sha2-nistp256",
  "ecdh-sha2-nistp384",
  "ecdh-sha2-nistp521",
  "diffie-hellman-group14-sha256",
  "diffie-hellman-group15-sha512",
  "diffie-hellman-group16-sha512",
  // The only one of these groups that fifteen-year-old servers support.
  "diffie-hellman-group14-sha1",
];

/** Prefers the pinned type. Other types stay allowed, so that a changed key is detected. */
const keyTypesFor = (pinned: ServerKey | undefined): ServerHostKeyAlgorithm[] => {
  const isPinned = (type: string) => type === pinned?.type || (pinned?.type === "ssh-rsa" && type.startsWith("rsa-"));
  return [...keyTypes.filter(isPinned), ...keyTypes.filter((type) => !isPinned(type))];
};

/** Many servers answer 4, failure, to every other refusal. */
const noSuchFile = 2;
const getErrorCode = (error: unknown): unknown => (error as { code?: unknown } | null)?.code;
/** Connection errors have no number. */
const isAnswer = (error: unknown): boolean => typeof getErrorCode(error) === "number";

/** Login methods in order. The first sends no password, and the server responds with its methods. */
const logIns = ["none", "password", "keyboard-interactive"] as const;

type LogInAnswers = {
  methods: readonly string[] | undefined;
  /** True if the password was accepted, but isn't enough. */
  partialSuccess: boolean;
};

const refusedLogIn = ({ methods, partialSuccess }: LogInAnswers): DeliveryFailed => {
  const lasting = (message: string) => new DeliveryFailed("lasting", message);
  if (partialSuccess)
    return lasting(
      "The server accepts the password but also requires a second factor, such as a key. Ask whoever runs it to let this user log in with only the password.",
    );
  if (methods !== undefined && !methods.some((method) => method === "password" || method === "keyboard-interactive"))
    return lasting(
      "The server doesn't accept a password from this user, only a key. Ask whoever runs it to allow a password.",
    );
  return lasting("The server refused the user name or the password. Check them and try again.");
};

const isRefusedLogIn = (error: unknown): boolean =>
  (error as { level?: unknown } | null)?.level === "client-authentication" ||
  /authentication methods failed/i.test(getErrorText(error));

/** The server's words may contain paths. */
const refusalOf = (code: unknown, text: string, directory: string): DeliveryFailed => {
  const temporary = (message: string) => new DeliveryFailed("temporary", message);
  const folder = directory === "" ? "the folder" : `the folder ${directory}`;
  if (/no space|quota|disk full/i.test(text)) return temporary("The server has run out of space.");
  if (code === 3 || /permission denied/i.test(text))
    return temporary(`The user isn't allowed to write there. Check ${folder} and the user's permissions.`);
  if (code === noSuchFile)
    return temporary(
      `${directory === "" ? "That folder" : `The folder ${directory}`} doesn't exist on the server, and the server won't create it. Check its name.`,
    );
  return temporary(`The server refused the request. Check ${folder}, its free space and the user's permissions.`);
};

const failureOf = (error: unknown, { host, directory }: { host: string; directory: string }): DeliveryFailed => {
  if (error instanceof DeliveryFailed) return error;
  // Our own timeout has a numeric code too.
  if (error instanceof DOMException) return toNetworkFailure(error, host);
  const text = getErrorText(error);
  if (isAnswer(error)) return refusalOf(getErrorCode(error), text, directory);
  if (/unable to start subsystem/i.test(text))
    return new DeliveryFailed(
      "lasting",
      "The user can log in, but the server has no SFTP service. Ask whoever runs it to turn on SFTP.",
    );
  if (/protocol|identification/i.test(text))
    return new DeliveryFailed("temporary", `${host} doesn't speak SFTP there. Check the port and the protocol.`);
  return toNetworkFailure(error, host);
};

/** Opens folders by SFTP, pinning the server's key at the first login. */
export const createSftp =
  ({ resolveHost, keys, timeouts }: ServerOptions): OpenServer =>
  async (destination, { tenant, steps, signal }) => {
    const { port = 22, username, password } = destination;
    const host = parseHost(destination.host);
    const directory = destination.directory.trim();
    const keyId = { tenant, kind: "ssh" as const, host, port };
    const client = new SftpClient("sheaf", { error: () => {}, end: () => {}, close: () => {} });
    const connectionLost = new AbortController();
    let socket: Socket | undefined;
    const close = () => {
      signal.removeEventListener("abort", close);
      client.end().catch(() => undefined);
      socket?.destroy();
    };
    signal.addEventListener("abort", close, { once: true });

    let hostKeyChanged = false;
    let tooManyKeys: DeliveryFailed | undefined;
    let offer: ReturnType<typeof captureOffer> = () => ({});
    const logInAnswers: LogInAnswers = { methods: undefined, partialSuccess: false };
    const mapErrors = async <Result>(work: Promise<Result>): Promise<Result> => {
      try {
        return await work;
      } catch (error) {
        if (signal.aborted) throw signal.reason;
        if (hostKeyChanged) throw keyChangedError(host);
        if (tooManyKeys) throw tooManyKeys;
        if (isRefusedLogIn(error)) throw refusedLogIn(logInAnswers);
        if (/no matching/i.test(getErrorText(error))) throw noCommonAlgorithm(getErrorText(error), offer(), host);
        throw failureOf(error, { host, directory });
      }
    };
    const withAnswerTimeout = <Result>(work: Promise<Result>): Promise<Result> =>
      mapErrors(withTimeout(unlessAborted(work, connectionLost.signal), timeouts.answerMs));

    const addresses = await mapErrors(
      steps.runStep("resolved", () => unlessAborted(resolveHost(host, tenant), signal)),
    );
    let serverHostKey: ServerKey | undefined;
    let sftp: SFTPWrapper | undefined;
    const logIn = async (sock: Socket) => {
      const pinned = await keys.read(keyId);
      offer = captureOffer(sock);
      const changeKeys = limitRekeying(sock, { host });
      client.on("handshake", () => {
        tooManyKeys ??= changeKeys();
        if (tooManyKeys) sock.destroy();
      });
      const untried = [...logIns];
      client.on("keyboard-interactive", (...asked: unknown[]) => {
        const [, , , prompts, answer] = asked as [unknown, unknown, unknown, unknown[], (answers: string[]) => void];
        answer(prompts.map(() => password));
      });
      const connecting = client.connect({
        sock,
        host,
        port,
        username,
        password,
        tryKeyboard: true,
        authHandler: (methods: readonly string[] | null, partialSuccess: boolean | null) => {
          if (methods) logInAnswers.methods = methods;
          if (partialSuccess) logInAnswers.partialSuccess = true;
          return untried.shift() ?? false;
        },
        readyTimeout: timeouts.answerMs,
        // The library doesn't limit decompressed size: 32 kB could become 33 MB on the only thread.
        algorithms: { kex: [...keyExchanges], serverHostKey: keyTypesFor(pinned), compress: ["none"] },
        hostVerifier: (blob: Buffer) => {
          serverHostKey = serverKey(blob);
          hostKeyChanged = pinned !== undefined && pinned.fingerprint !== serverHostKey.fingerprint;
          return !hostKeyChanged;
        },
      });
      try {
        sftp = (await connecting) as unknown as SFTPWrapper;
      } catch (error) {
        // This code is a disconnect reason, not the status of an SFTP request.
        if (isAnswer(error) && !isRefusedLogIn(error)) throw new Error(getErrorText(error), { cause: error });
        throw error;
      }
    };
    const session = (): SFTPWrapper => {
      if (sftp === undefined) throw new Error("There is no SFTP session.");
      return sftp;
    };
    /** The library's own `stat` mistakes a failure for a missing file. */
    const statPath = async (path: string): Promise<{ size?: number } | "none" | "unknown"> => {
      try {
        return await requestAnswer<Stats>((callback) => session().stat(path, callback));
      } catch (error) {
        if (!isAnswer(error)) throw error;
        return getErrorCode(error) === noSuchFile ? "none" : "unknown";
      }
    };
    let isFolderShown: boolean | undefined;
    /**
     * Some servers hide missing files and folders alike, so a file counts as missing only in a folder that the server
     * shows.
     */
    const size = async (path: string): Promise<RemoteSize> => {
      const found = await statPath(path);
      if (typeof found === "object") return found.size ?? "unknown";
      if (found === "unknown") return found;
      isFolderShown ??= typeof (await statPath(directory === "" ? "." : directory)) === "object";
      return isFolderShown ? "none" : "unknown";
    };
    /**
     * Creates a folder and its parents; false if the server doesn't show them. Some servers call a folder missing if
     * the user may not look. So a refused mkdir counts only in a shown folder. Otherwise the later write shows if it
     * exists.
     */
    const makeFolder = async (path: string): Promise<boolean> => {
      const found = await statPath(path);
      if (typeof found === "object") return true;
      const parent = posix.dirname(path);
      // This is the root, or the folder after the login.
      if (parent === path) return false;
      const isParentShown = await makeFolder(parent);
      try {
        await requestDone((callback) => session().mkdir(path, callback));
        return isParentShown;
      } catch (error) {
        if (!isAnswer(error) || (found === "none" && isParentShown)) throw error;
        return false;
      }
    };
    try {
      await steps.runStep("connected", async () => {
        const until = AbortSignal.any([signal, AbortSignal.timeout(timeouts.connectMs)]);
        socket = await mapErrors(connectTo(addresses, port, until));
        socket.on("error", () => {});
        socket.once("close", () => connectionLost.abort(new Error("The connection is gone.")));
      });
      const sock = socket as unknown as Socket;
      await steps.runStep("logged in", () => withAnswerTimeout(logIn(sock)));
      if (serverHostKey !== undefined) await keys.pin(keyId, serverHostKey);
      if (directory !== "")
        await steps.runStep("made directory", () => withAnswerTimeout(makeFolder(posix.normalize(directory))));
    } catch (error) {
      close();
      throw signal.aborted ? signal.reason : error;
    }

    const toRemotePath = (name: string): string => posix.join(directory, name);
    /** @throws {RenamingRefused} */
    const rename = async (from: string, to: string): Promise<void> => {
      try {
        return await requestDone((callback) => session().ext_openssh_rename(from, to, callback));
      } catch {
        // Not every server has this extension. The standard request, which follows, doesn't overwrite.
      }
      try {
        await requestDone((callback) => session().rename(from, to, callback));
      } catch (error) {
        if (!isAnswer(error)) throw error;
        throw new RenamingRefused(redactSecrets(getErrorText(error), [password, username]));
      }
    };
    const remove = async (path: string): Promise<boolean> => {
      try {
        await requestDone((callback) => session().unlink(path, callback));
        return true;
      } catch (error) {
        if (isAnswer(error)) return false;
        throw error;
      }
    };
    return {
      close,
      folder: {
        size: (name) => withAnswerTimeout(size(toRemotePath(name))),
        write: async (name, { stream, sent }) => {
          let hasStarted = false;
          const writing = writeFile(session(), toRemotePath(name), stream, connectionLost.signal, () => {
            hasStarted = true;
          }).catch((error: unknown) => {
            throw isAnswer(error) && !hasStarted ? new WritingRefused(failureOf(error, { host, directory })) : error;
          });
          await mapErrors(unlessStalled(writing, { sent, ms: timeouts.answerMs, who: host }));
          return "Taken.";
        },
        rename: async (from, to) => {
          await withAnswerTimeout(rename(toRemotePath(from), toRemotePath(to)));
          return "The server has the file.";
        },
        remove: (name) => withAnswerTimeout(remove(toRemotePath(name))),
      },
    };
  };
