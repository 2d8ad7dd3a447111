import { type Client, type FTPContext, FTPError } from "basic-ftp";
import type { SizeThere } from "../notes.ts";
import { assertSame, type DataOptions, openData } from "./ftp-data.ts";

/** Bytes of a listing that are read: those of some 5,000 files. */
export const mostListed = 500_000;
/** Lines of a listing that are parsed, and how long they may be. Parsing a whole one would hold up the process's one thread. */
const mostLines = 100;
const longestLine = 1_000;

/**
 * Reads a listing. Undefined if it is too long or breaks off; the server has said by then that it is at an end.
 * @throws {FTPError} the server refuses it; what the connection says
 */
const readListing = async (ftp: FTPContext, command: string, options: DataOptions): Promise<string | undefined> => {
  const { socket, shaken } = await openData(ftp, options);
  socket.on("error", () => {});
  const bytes = Buffer.allocUnsafe(mostListed);
  const read = async (): Promise<string | undefined> => {
    await shaken;
    assertSame(socket, options.certificate);
    socket.setTimeout(ftp.timeout, () => socket.destroy(new Error("The listing stands still.")));
    // The control connection is silent for as long as bytes come.
    ftp.socket.setTimeout(0);
    let length = 0;
    try {
      for await (const piece of socket as AsyncIterable<Buffer>) {
        if (length + piece.length > mostListed) return undefined;
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
    return await ftp.handle(command, (said, task) => {
      if (said instanceof Error && !(said instanceof FTPError && reading)) return task.reject(said);
      // Some servers say nothing before the end of an empty one.
      reading ??= read().catch(() => undefined);
      if (said instanceof FTPError) task.resolve(undefined);
      else if (said.code >= 200) void reading.then((text) => task.resolve(text));
    });
  } finally {
    socket.destroy();
  }
};

type Line = { from: number; to: number };

/** The lines of a listing in which a name stands, and its last one, by which the parser tells how it is written. Undefined where they are too many or too long. */
const linesAbout = (listing: string, name: string): string[] | undefined => {
  const text = listing.trimEnd();
  const lineAt = (at: number): Line => {
    const end = text.indexOf("\n", at);
    return { from: text.lastIndexOf("\n", at) + 1, to: end < 0 ? text.length : end };
  };
  const lines: Line[] = [];
  // On from the end of a line, so that each is looked through once.
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, lines.at(-1)?.to)) {
    lines.push(lineAt(at));
    if (lines.length > mostLines) return undefined;
  }
  const last = lineAt(text.length);
  if (lines.at(-1)?.from !== last.from) lines.push(last);
  if (lines.some(({ from, to }) => to - from > longestLine)) return undefined;
  return lines.map(({ from, to }) => text.slice(from, to).trimEnd());
};

/** A size that a listing's line doesn't tell is 0 to the parser. */
const tellsNoSize = (line: string): boolean => /^[^\s=]+=/.test(line) && !/(?:^|;)size=\d/i.test(line);

/**
 * Looks for a file in a listing. `unknown`: the listing shows nothing at all, is too long, or is written in a way that the library can't read. A name that
 * begins with a dot is never `none`, as many servers list no such names.
 */
export const sizeInListing = (listing: string, name: string, parse: Client["parseList"]): SizeThere | "unreadable" => {
  const lines = linesAbout(listing, name);
  if (lines === undefined) return "unreadable";
  let files: ReturnType<Client["parseList"]>;
  try {
    files = parse(lines.join("\n"));
  } catch {
    // The library throws a plain error of what it can't read.
    return "unreadable";
  }
  const found = files.find((one) => one.name === name);
  if (found === undefined) return files.length > 0 && !name.startsWith(".") ? "none" : "unknown";
  const isTold = Number.isSafeInteger(found.size) && !lines.some((line) => line.endsWith(name) && tellsNoSize(line));
  return isTold ? found.size : "unknown";
};

/**
 * Makes a function that looks for a file in the listing of the folder. It asks for no further listing once one was refused or couldn't be read: each
 * may be long.
 * @throws what the connection says once it is gone
 */
export const createListing = (client: Client, options: DataOptions): ((name: string) => Promise<SizeThere>) => {
  let isReadable = true;
  const read = async (): Promise<string | undefined> => {
    for (const command of client.availableListCommands)
      try {
        const listing = await readListing(client.ftp, command, options);
        client.availableListCommands = [command];
        return listing;
      } catch (error) {
        if (client.closed) throw error;
        // Refused by the server, or no data connection can be had for it.
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
