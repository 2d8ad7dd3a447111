import { Client, FTPError } from "basic-ftp";
import { DeliveryFailed, type FtpDestination } from "../../ports/destination.ts";
import { unlessAborted } from "../../ports/unless-aborted.ts";
import { type Patience, unlessStalled } from "../deadline.ts";
import type { SizeThere } from "../notes.ts";
import { connectTo, hostOf, type Reach } from "../reach.ts";
import { type RemoteFolder, RenamingRefused, WritingRefused } from "../remote-folder.ts";
import type { ServerKeys } from "../sftp/server-keys.ts";
import type { Steps } from "../steps.ts";
import { asFailure } from "../trouble.ts";
import { withoutSecrets } from "../without-secrets.ts";
import { type DataOptions, store } from "./ftp-data.ts";
import { createListing } from "./ftp-list.ts";
import { boundSaid } from "./ftp-said.ts";
import { secure } from "./ftp-tls.ts";

export type ServerOptions = {
  reach: Reach;
  keys: ServerKeys;
  patience: Patience;
  /** Certificates trusted beside those of the machine; for tests. */
  ca?: string | undefined;
};

export type OpenFolder = { folder: RemoteFolder; close(): void };
/** Logs in and goes to the directory. @throws {DeliveryFailed} */
export type OpenServer = (
  destination: FtpDestination,
  of: { tenant: string; steps: Steps; signal: AbortSignal },
) => Promise<OpenFolder>;

const ftpKinds = new Set<FtpDestination["protocol"]>(["FTPS", "FTPSSessionResumption"]);

/** Not logged in; not with this name or password; an account is needed besides. */
const refusesLogin = new Set([530, 430, 332]);
/** Not every 530 is about the password: some servers say so when they are full. */
const isFull = /\b(?:too many|maximum|limit|try again|busy)\b/i;

const refusedLogin = (said: string): DeliveryFailed =>
  isFull.test(said)
    ? new DeliveryFailed("temporary", "The server takes no more log-ins now.")
    : new DeliveryFailed("lasting", "The server refused the user name or the password. Correct them.");

/** Some servers answer 451, a local error, if the disk is full. */
const isNoRoom = ({ code, message }: Pick<FTPError, "code" | "message">): boolean =>
  code === 452 || code === 552 || (code === 451 && /\bspace\b|quota|disk.{0,60}full|storage/i.test(message));

/** ProFTPD says that the operation isn't permitted, unless it is configured otherwise. */
const wantsResumption = ({ code, message }: Pick<FTPError, "code" | "message">): boolean =>
  code === 522 ||
  (code === 425 && /reuse|resum|unable to build data connection: operation not permitted/i.test(message)) ||
  /session re-?use/i.test(message);

/** Turns a refusal by the server into undefined. @throws any other error, as the connection is gone */
const unlessLost = (error: unknown): undefined => {
  if (error instanceof FTPError) return undefined;
  throw error;
};

/** Explains a server's refusal. */
const failureOf = (error: FTPError, said: string, protocol: FtpDestination["protocol"]): DeliveryFailed => {
  const { code } = error;
  const words = said === "" ? "" : ` It said: ${said}`;
  if (code === 421) return new DeliveryFailed("temporary", "The server takes no more connections now.");
  if (isNoRoom(error)) return new DeliveryFailed("temporary", `The server has no room left.${words}`);
  if (protocol === "FTPS" && wantsResumption(error))
    return new DeliveryFailed(
      "lasting",
      "The server wants the TLS session to be resumed. Choose FTPS Session Resumption as protocol.",
    );
  return new DeliveryFailed(
    "temporary",
    `The server refused it. Check the folder and what the user may do there.${words}`,
  );
};

/** Opens folders by FTP, or by FTPS as `AUTH TLS` makes it of FTP. */
export const createFtp =
  ({ reach, keys, patience, ca }: ServerOptions): OpenServer =>
  async (destination, { tenant, steps, signal }) => {
    const { protocol, port = 21, directory, username, password } = destination;
    const host = hostOf(destination.host);
    const said = (text: string): string => withoutSecrets(text, [password, username], text.slice(0, 3));
    const inWords = (error: unknown): unknown => {
      if (signal.aborted) return signal.reason;
      return error instanceof FTPError ? failureOf(error, said(error.message), protocol) : asFailure(error, host);
    };
    const doing = async <Result>(work: Promise<Result>): Promise<Result> => {
      try {
        return await work;
      } catch (error) {
        throw inWords(error);
      }
    };

    const addresses = await doing(steps.take("resolved", () => unlessAborted(reach(host, tenant), signal)));
    const client = new Client(patience.answerMs, { allowSeparateTransferHost: false });
    const data: DataOptions = {
      resume: protocol === "FTPSSessionResumption",
      connectMs: patience.connectMs,
      signal,
      certificate: undefined,
    };
    const sizeListed = createListing(client, data);
    const bound = boundSaid(client, host);
    const close = () => {
      signal.removeEventListener("abort", close);
      client.close();
    };
    signal.addEventListener("abort", close, { once: true });

    const connected = async () => {
      const until = AbortSignal.any([signal, AbortSignal.timeout(patience.connectMs)]);
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
        const { fingerprint, toPin } = await secure(client, { keys, of, ca });
        bound();
        data.certificate = fingerprint;
        return { of, toPin };
      } catch (error) {
        if (error instanceof FTPError)
          throw new DeliveryFailed("lasting", "The server offers no FTPS. Choose another protocol.");
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

    /** Enters a folder directly first, as some users may enter it but none above it. */
    const enter = async (into: string) => {
      const isThere = await client.cd(into).catch(unlessLost);
      if (isThere === undefined) await client.ensureDir(into);
    };

    try {
      await steps.take("connected", connected);
      const shown = ftpKinds.has(protocol) ? await steps.take("secured", withTls) : undefined;
      await steps.take("logged in", loggedIn);
      if (shown?.toPin) await keys.pin(shown.of, shown.toPin);
      const into = directory.trim();
      if (into !== "") await steps.take("made directory", () => enter(into));
    } catch (error) {
      close();
      throw inWords(error);
    }

    let tellsSizes = false;
    /** 550 means that there is no such file, or that the user may not look. It counts as the former once the server has told a size. */
    const size = async (name: string): Promise<SizeThere> => {
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
          throw isRefusal ? new RenamingRefused(said(error.message)) : error;
        },
      );
    return {
      close,
      folder: {
        size: (name) => doing(size(name)),
        write: async (name, bytes) => {
          let began = false;
          const going = store(client.ftp, name, bytes, data, () => {
            began = true;
          }).then(
            ({ message }) => message,
            (error: unknown) => {
              if (!(error instanceof FTPError) || began) throw error;
              throw new WritingRefused(failureOf(error, said(error.message), protocol));
            },
          );
          return said(await doing(unlessStalled(going, { sent: bytes.sent, ms: patience.answerMs, who: host })));
        },
        rename: async (from, to) => said(await doing(rename(from, to))),
        remove: async (name) => (await doing(client.remove(name).catch(unlessLost))) !== undefined,
      },
    };
  };
