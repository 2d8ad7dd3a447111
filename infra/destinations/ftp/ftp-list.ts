import { type Client, type FTPContext, FTPError } from "basic-ftp";
import type { RemoteSize } from "../delivery-progress.ts";
import { assertSameServer, type DataOptions, openData } from "./ftp-data.ts";

/** Room for some 5,000 files. */
export const maxListingBytes = 500_000;
/** Lines to parse at most: parsing a whole listing would block the only thread. */
const maxLines = 100;
const longestLine = 1_000;

/**
 * Undefined if the listing is too long or breaks off.
 * @throws {FTPError} the server refuses it; errors of the connection
 */
const readListing = async (ftp: FTPContext, command: string, options: DataOptions): Promise<string | undefined> => {
  const { socket, shaken } = await openData(ftp, options);
  socket.on("error", () => {});
  const bytes = Buffer.allocUnsafe(maxListingBytes);
  const read = async (): Promise<string | undefined> => {
    await shaken;
    assertSameServer(socket, options.certificate);
    socket.setTimeout(ftp.timeout, () => socket.destroy(new Error("The listing stalled.")));
    // The control connection is silent while bytes arrive.
    ftp.socket.setTimeout(0);
    let length = 0;
    try {
      for await (const piece of socket as AsyncIterable<Buffer>) {
        if (length + piece.length > maxListingBytes) return undefined;
        bytes.set(piece, length);
        length += piece.length;
      }
      return bytes.toString("utf8", 0, length);
    } finally {
      socket.destroy();
      ftp.socket.setTimeout(ftp.timeout);
    }
  };
  let reading: Promise<string | undefined> | undefined;
  try {
    return await ftp.handle(command, (response, task) => {
      if (response instanceof Error && !(response instanceof FTPError && reading)) return task.reject(response);
      // Some servers send no reply before the end of an empty listing.
      reading ??= read().catch(() => undefined);
      if (response instanceof FTPError) task.resolve(undefined);
      else if (response.code >= 200) void reading.then((text) => task.resolve(text));
    });
  } finally {
    socket.destroy();
  }
};

type Line = { from: number; to: number };

/**
 * The lines that contain a name, and the last line, which shows the parser the format. Undefined if they are too many
 * or too long.
 */
const linesAbout = (listing: string, name: string): string[] | undefined => {
  const text = listing.trimEnd();
  const lineAt = (offset: number): Line => {
    const end = text.indexOf("\n", offset);
    return { from: text.lastIndexOf("\n", offset) + 1, to: end < 0 ? text.length : end };
  };
  const lines: Line[] = [];
  for (let offset = text.indexOf(name); offset >= 0; offset = text.indexOf(name, lines.at(-1)?.to)) {
    lines.push(lineAt(offset));
    if (lines.length > maxLines) return undefined;
  }
  const last = lineAt(text.length);
  if (lines.at(-1)?.from !== last.from) lines.push(last);
  if (lines.some(({ from, to }) => to - from > longestLine)) return undefined;
  return lines.map(({ from, to }) => text.slice(from, to).trimEnd());
};

/** The parser reports size 0 if a line has none. */
const tellsNoSize = (line: string): boolean => /^[^\s=]+=/.test(line) && !/(?:^|;)size=\d/i.test(line);

/**
 * Size of a file in a listing. `unknown`: the listing is empty or gives no size. A name that begins with a dot is never
 * `none`, as many servers hide such names.
 */
export const sizeInListing = (listing: string, name: string, parse: Client["parseList"]): RemoteSize | "unreadable" => {
  const lines = linesAbout(listing, name);
  if (lines === undefined) return "unreadable";
  let files: ReturnType<Client["parseList"]>;
  try {
    files = parse(lines.join("\n"));
  } catch {
    // The library throws a plain error for an unknown format.
    return "unreadable";
  }
  const found = files.find((one) => one.name === name);
  if (found === undefined) return files.length > 0 && !name.startsWith(".") ? "none" : "unknown";
  const isTold = Number.isSafeInteger(found.size) && !lines.some((line) => line.endsWith(name) && tellsNoSize(line));
  return isTold ? found.size : "unknown";
};

/**
 * Looks for files in the folder's listing. Stops after one was refused or unreadable, as each may be long.
 * @throws errors of the connection, once it is closed
 */
export const createListing = (client: Client, options: DataOptions): ((name: string) => Promise<RemoteSize>) => {
  let isReadable = true;
  const read = async (): Promise<string | undefined> => {
    for (const command of client.availableListCommands)
      try {
        const listing = await readListing(client.ftp, command, options);
        client.availableListCommands = [command];
        return listing;
      } catch (error) {
        if (client.closed) throw error;
        // The listing was refused, or no data connection is possible.
        if (!(error instanceof FTPError)) return undefined;
      }
    return undefined;
  };
  return async (name) => {
    if (!isReadable) return "unknown";
    const listing = await read();
    const size = listing === undefined ? "unreadable" : sizeInListing(listing, name, client.parseList);
    isReadable = size !== "unreadable";
    return size === "unreadable" ? "unknown" : size;
  };
};
