import { existsSync } from "node:fs";
import { MongoClient, type MongoClientOptions } from "mongodb";

const form = "mongodb://name:password@host:27017/sheaf?replicaSet=rs0&tls=true, or mongodb+srv://…";

/** Throws without the URL, which may hold the password. */
const refuse = (what: string): never => {
  throw new Error(`MONGODB_URL: ${what}`);
};

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return refuse("it contains a % that doesn't begin a code. Write %25 for it.");
  }
};

const fileOptions = ["tlsCAFile", "tlsCertificateKeyFile", "tlsCRLFile"];

/** Checks the files now: the driver looks only at its first connection, and then doesn't say which one is missing. */
const assertFilesExist = (options: string): void => {
  for (const [key, path] of new URLSearchParams(options)) {
    const name = fileOptions.find((one) => one.toLowerCase() === key.toLowerCase());
    if (name && !existsSync(path)) refuse(`there is no file ${path}, which ${name} names.`);
  }
};

/** The driver's message may hold parts of the URL. */
const clientOf = (url: string, settings: MongoClientOptions): MongoClient => {
  try {
    return new MongoClient(url, settings);
  } catch {
    return refuse(
      `the driver cannot read it. Write ${form}: the signs : / ? # [ ] @ % in a name or password as %3A and so on, a port of each host, and options as MongoDB's manual names them, each once.`,
    );
  }
};

export type MongoTarget = {
  client: MongoClient;
  server: string;
  database: string;
};

/**
 * Parses the URL; the client isn't connected yet. `settings` override the URL's.
 * @throws {Error} names the setting
 */
export const readMongoUrl = (url: string, settings: MongoClientOptions = {}): MongoTarget => {
  const match = /^mongodb(?:\+srv)?:\/\/(?:[^/@]*@)?(?<hosts>[^/?@]+)(?:\/(?<path>[^?]*))?(?:\?(?<options>.*))?$/.exec(
    url.trim(),
  );
  if (!match?.groups) return refuse(`this isn't an address of MongoDB. Write ${form}.`);
  const { hosts = "", path = "", options = "" } = match.groups;
  const database = decode(path) || "sheaf";
  if (/[\s/\\."$*<>:|?\0]/.test(database) || Buffer.byteLength(database) > 63)
    return refuse("after the hosts must be the name of a database: letters, digits, - and _, 63 at most.");
  assertFilesExist(options);
  const client = clientOf(url.trim(), settings);
  return { client, server: `MongoDB at ${hosts.split(",").join(", ")}`, database };
};
