import { existsSync } from "node:fs";
import { MongoClient, type MongoClientOptions } from "mongodb";

const form = "mongodb://name:password@host:27017/sheaf?replicaSet=rs0&tls=true, or mongodb+srv://…";

/** No part of the URL is repeated, as it may hold the password. */
const refuse = (what: string): never => {
  throw new Error(`MONGODB_URL: ${what}`);
};

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return refuse("it holds a % that begins no sign. Write %25 for it.");
  }
};

const fileOptions = ["tlsCAFile", "tlsCertificateKeyFile", "tlsCRLFile"];

/** The driver would look for them at its first connection, and then say no more than that it found none. */
const demandFiles = (options: string): void => {
  for (const [key, path] of new URLSearchParams(options)) {
    const name = fileOptions.find((one) => one.toLowerCase() === key.toLowerCase());
    if (name && !existsSync(path)) refuse(`there is no file ${path}, which ${name} names.`);
  }
};

/** What the driver says of a URL may hold what stands in it, so it is not passed on. */
const clientOf = (url: string, settings: MongoClientOptions): MongoClient => {
  try {
    return new MongoClient(url, settings);
  } catch {
    return refuse(
      `the driver cannot read it. Write ${form}: the signs : / ? # [ ] @ % in a name or password as %3A and so on, a port of each host, and options as MongoDB's manual names them, each once.`,
    );
  }
};

export type Reached = {
  client: MongoClient;
  /** As sentences name the server: its hosts, nothing secret. */
  server: string;
  database: string;
};

/**
 * A client that is not connected yet. `settings` come before what the URL says.
 * @throws {Error} a sentence that names the setting
 */
export const readMongoUrl = (url: string, settings: MongoClientOptions = {}): Reached => {
  const match = /^mongodb(?:\+srv)?:\/\/(?:[^/@]*@)?(?<hosts>[^/?@]+)(?:\/(?<path>[^?]*))?(?:\?(?<options>.*))?$/.exec(
    url.trim(),
  );
  if (!match?.groups) return refuse(`this is not how MongoDB is reached. Write ${form}.`);
  const { hosts = "", path = "", options = "" } = match.groups;
  const database = decoded(path) || "sheaf";
  if (/[\s/\\."$*<>:|?\0]/.test(database) || Buffer.byteLength(database) > 63)
    return refuse("behind the hosts stands the name of a database: letters, digits, - and _, 63 at most.");
  demandFiles(options);
  const client = clientOf(url.trim(), settings);
  return { client, server: `MongoDB at ${hosts.split(",").join(", ")}`, database };
};
