import { Client, FTPError } from "basic-ftp";
import { DeliveryFailed, type FtpDestination } from "../../ports/destination.ts";
import { unlessAborted } from "../../ports/unless-aborted.ts";
import { type DeliveryTimeouts, unlessStalled } from "../deadline.ts";
import type { RemoteSize } from "../delivery-progress.ts";
import { toNetworkFailure } from "../network-failure.ts";
import { redactSecrets } from "../redact-secrets.ts";
import { type RemoteFolder, RenamingRefused, WritingRefused } from "../remote-folder.ts";
import { connectTo, parseHost, type ResolveHost } from "../resolve-host.ts";
import type { ServerKeys } from "../sftp/server-keys.ts";
import type { Steps } from "../steps.ts";
import { type DataOptions, storeFile } from "./ftp-data.ts";
import { createListing } from "./ftp-list.ts";
import { limitServerOutput } from "./ftp-output-limit.ts";
import { secureConnection } from "./ftp-tls.ts";

export type ServerOptions = {
  resolveHost: ResolveHost;
  keys: ServerKeys;
  timeouts: DeliveryTimeouts;
  /** Certificates trusted besides the machine's; for tests. */
  ca?: string | undefined;
};

export type OpenFolder = { folder: RemoteFolder; close(): void };
/**
 * Logs in and enters the directory.
 * @throws {DeliveryFailed}
 */
export type OpenServer = (
  destination: FtpDestination,
  of: { tenant: string; steps: Steps; signal: AbortSignal },
) => Promise<OpenFolder>;

const ftpKinds = new Set<FtpDestination["protocol"]>(["FTPS", "FTPSSessionResumption"]);

/** Codes that refuse a login: not logged in; wrong name or password; an account is needed too. */
const refusesLogin = new Set([530, 430, 332]);
/** Full servers may respond with 530. */
const isFull = /\b(?:too many|maximum|limit|try again|busy)\b/i;

const refusedLogin = (reply: string): DeliveryFailed =>
  isFull.test(reply)
    ? new DeliveryFailed("temporary", "The server isn't accepting any more logins right now.")
    : new DeliveryFailed("lasting", "The server refused the user name or the password. Check them and try again.");

/** True for a full disk, for which some servers respond with 451, a local error. */
const isNoRoom = ({ code, message }: Pick<FTPError, "code" | "message">): boolean =>
  code === 452 || code === 552 || (code === 451 && /\bspace\b|quota|disk.{0,60}full|storage/i.test(message));

/** ProFTPD says "operation not permitted" unless configured otherwise. */
const wantsResumption = ({ code, message }: Pick<FTPError, "code" | "message">): boolean =>
  code === 522 ||
  (code === 425 && /reuse|resum|unable to build data connection: operation not permitted/i.test(message)) ||
  /session re-?use/i.test(message);

/**
 * Ignores a server's refusal.
 * @throws any other error, as the connection is lost
 */
const unlessLost = (error: unknown): undefined => {
  if (error instanceof FTPError) return undefined;
  throw error;
};

const toFailure = (error: FTPError, responseText: string, protocol: FtpDestination["protocol"]): DeliveryFailed => {
  const { code } = error;
  const words = responseText === "" ? "" : ` It said: ${responseText}`;
  if (code === 421)
    return new DeliveryFailed("temporary", "The server isn't accepting any more connections right now.");
  if (isNoRoom(error)) return new DeliveryFailed("temporary", `The server has run out of space.${words}`);
  if (code === 426) return new DeliveryFailed("temporary", `The server interrupted the transfer.${words}`);
  if (code === 451) return new DeliveryFailed("temporary", `The server had a local error.${words}`);
  if (protocol === "FTPS" && wantsResumption(error))
    return new DeliveryFailed(
      "lasting",
      "The server requires TLS session resumption. Choose FTPS Session Resumption as the protocol.",
    );
  return new DeliveryFailed(
    "temporary",
    `The server refused the request. Check the folder and the user's permissions.${words}`,
  );
};

/** Opens folders by FTP, or by FTPS with `AUTH TLS`. */
export const createFtp =
  ({ resolveHost, keys, timeouts, ca }: ServerOptions): OpenServer =>
  async (destination, { tenant, steps, signal }) => {
    const { protocol, port = 21, directory, username, password } = destination;
    const host = parseHost(destination.host);
    const redact = (text: string): string => redactSecrets(text, [password, username], text.slice(0, 3));
    const inWords = (error: unknown): unknown => {
      if (signal.aborted) return signal.reason;
      return error instanceof FTPError
        ? toFailure(error, redact(error.message), protocol)
        : toNetworkFailure(error, host);
    };
    const mapErrors = async <Result>(work: Promise<Result>): Promise<Result> => {
      try {
        return await work;
      } catch (error) {
        throw inWords(error);
      }
    };

    const addresses = await mapErrors(
      steps.runStep("resolved", () => unlessAborted(resolveHost(host, tenant), signal)),
    );
    const client = new Client(timeouts.answerMs, { allowSeparateTransferHost: false });
    const data: DataOptions = {
      resume: protocol === "FTPSSessionResumption",
      connectMs: timeouts.connectMs,
      signal,
      certificate: undefined,
    };
    const sizeListed = createListing(client, data);
    const bound = limitServerOutput(client, host);
    const close = () => {
      signal.removeEventListener("abort", close);
      client.close();
    };
    signal.addEventListener("abort", close, { once: true });

    const connected = async () => {
      const until = AbortSignal.any([signal, AbortSignal.timeout(timeouts.connectMs)]);
      client.ftp.socket = await connectTo(addresses, port, until);
      bound();
      await client.ftp.handle(undefined, (answer, task) => {
        if (answer instanceof Error) task.reject(answer);
        else if (answer.code < 300 && answer.code >= 200) task.resolve(answer);
        else task.reject(new FTPError(answer));
      });
    };
    const withTls = async () => {
      const of = { tenant, kind: "tls" as const, host, port };
      try {
        const { fingerprint, toPin } = await secureConnection(client, { keys, of, ca });
        bound();
        data.certificate = fingerprint;
        return { of, toPin };
      } catch (error) {
        if (error instanceof FTPError)
          throw new DeliveryFailed("lasting", "The server doesn't offer FTPS. Choose another protocol.");
        throw error;
      }
    };
    const loggedIn = async () => {
      await client.sendIgnoringError("OPTS UTF8 ON");
      try {
        await client.login(username, password);
      } catch (error) {
        if (error instanceof FTPError && refusesLogin.has(error.code)) throw refusedLogin(error.message);
        throw error;
      }
      await client.useDefaultSettings();
    };

    /** Enters a folder directly: users may lack access to its parents. */
    const enter = async (into: string) => {
      const isThere = await client.cd(into).catch(unlessLost);
      if (isThere === undefined) await client.ensureDir(into);
    };

    try {
      await steps.runStep("connected", connected);
      const shown = ftpKinds.has(protocol) ? await steps.runStep("secured", withTls) : undefined;
      await steps.runStep("logged in", loggedIn);
      if (shown?.toPin) await keys.pin(shown.of, shown.toPin);
      const into = directory.trim();
      if (into !== "") await steps.runStep("made directory", () => enter(into));
    } catch (error) {
      close();
      throw inWords(error);
    }

    let tellsSizes = false;
    /**
     * A response of 550 means that the file doesn't exist, or that the user may not look. Once the server has given a
     * size, it means the former.
     */
    const size = async (name: string): Promise<RemoteSize> => {
      try {
        const bytes = await client.size(name);
        tellsSizes = true;
        return bytes;
      } catch (error) {
        if (client.closed) throw error;
        if (error instanceof FTPError && error.code === 550 && tellsSizes) return "none";
      }
      return sizeListed(name);
    };
    /** @throws {RenamingRefused} */
    const rename = (from: string, to: string): Promise<string> =>
      client.rename(from, to).then(
        ({ message }) => message,
        (error: unknown) => {
          const isRefusal = error instanceof FTPError && error.code >= 500 && !isNoRoom(error);
          throw isRefusal ? new RenamingRefused(redact(error.message)) : error;
        },
      );
    return {
      close,
      folder: {
        size: (name) => mapErrors(size(name)),
        write: async (name, bytes) => {
          let began = false;
          const going = storeFile(client.ftp, name, bytes, data, () => {
            began = true;
          }).then(
            ({ message }) => message,
            (error: unknown) => {
              if (!(error instanceof FTPError) || began) throw error;
              throw new WritingRefused(toFailure(error, redact(error.message), protocol));
            },
          );
          return redact(await mapErrors(unlessStalled(going, { sent: bytes.sent, ms: timeouts.answerMs, who: host })));
        },
        rename: async (from, to) => redact(await mapErrors(rename(from, to))),
        remove: async (name) => (await mapErrors(client.remove(name).catch(unlessLost))) !== undefined,
      },
    };
  };
