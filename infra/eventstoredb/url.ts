import { existsSync, readFileSync } from "node:fs";

type Host = { address: string; port: number };

export type Connection = {
  hosts: [Host, ...Host[]];
  /** The host is a DNS name of a cluster; its nodes tell the leader. */
  discover: boolean;
  insecure: boolean;
  rootCertificate?: Buffer;
  userCertFile?: Buffer;
  userKeyFile?: Buffer;
  credentials?: { username: string; password: string };
  /** Numeric options in ms; gossip's timeout in s. */
  numbers: Partial<Record<(typeof numbers)[number], number>>;
  /** Beginning of all streams' names, so that several installations may share a server. Empty by default. */
  prefix: string;
};

const numbers = ["discoveryInterval", "gossipTimeout", "keepAliveInterval", "keepAliveTimeout"] as const;
const files = ["tlsCAFile", "userCertFile", "userKeyFile"] as const;
const knownOptions = ["tls", ...files, ...numbers, "prefix"] as const;

const form = "esdb://name:password@host:2113?tls=true, or esdb+discover://… for a cluster";

/** Throws without the URL, which may hold the password. */
const refuse = (what: string): never => {
  throw new Error(`EVENTSTORE_URL: ${what}`);
};

/**
 * The client would print a URL with its password if it doesn't know an option.
 * @throws {Error} names the setting
 */
export const readEventStoreUrl = (url: string): Connection => {
  const match =
    /^esdb(?<discover>\+discover)?:\/\/(?:(?<login>[^/?]*)@)?(?<hosts>[^/?@]+)\/?(?:\?(?<options>.*))?$/.exec(
      url.trim(),
    );
  if (!match?.groups) return refuse(`this isn't an address of EventStoreDB. Write ${form}.`);
  const { discover, login, hosts, options } = match.groups;
  const optionByName = readOptions(options ?? "");
  const fileOf = (key: (typeof files)[number]): Buffer | undefined => {
    const path = optionByName.get(key);
    if (path === undefined) return undefined;
    return existsSync(path) ? readFileSync(path) : refuse(`there is no file ${path}, which ${key} names.`);
  };
  const numberOf = (key: (typeof numbers)[number]): [string, number][] => {
    const text = optionByName.get(key);
    if (text === undefined) return [];
    return /^\d{1,9}$/.test(text) ? [[key, Number(text)]] : refuse(`${key} must be a whole number, without a unit.`);
  };
  const tls = optionByName.get("tls") ?? "true";
  if (tls !== "true" && tls !== "false") return refuse("tls is true or false.");
  const [rootCertificate, userCertFile, userKeyFile] = files.map(fileOf);
  if ((userCertFile === undefined) !== (userKeyFile === undefined))
    return refuse("userCertFile and userKeyFile must be given together or not at all.");
  const prefix = optionByName.get("prefix") ?? "";
  if (!/^[a-zA-Z0-9._-]{0,60}$/.test(prefix))
    return refuse("prefix may have only letters, digits, full stops, _ and -, at most 60 of them.");
  const insecure = tls === "false";
  if (insecure && login !== undefined)
    return refuse("a name and a password are sent with TLS only: remove them, or remove tls=false.");
  return {
    hosts: readHosts(hosts ?? "", discover !== undefined),
    discover: discover !== undefined,
    insecure,
    prefix,
    numbers: Object.fromEntries(numbers.flatMap(numberOf)),
    ...(rootCertificate && { rootCertificate }),
    ...(userCertFile && userKeyFile && { userCertFile, userKeyFile }),
    ...(login !== undefined && { credentials: readLogin(login) }),
  };
};

/** Name of the server in messages, without secrets. */
export const formatServerName = ({ hosts }: Connection): string =>
  `EventStoreDB at ${hosts.map(({ address, port }) => `${address}:${port}`).join(", ")}`;

const decode = (text: string, what: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return refuse(`${what} contains a % that doesn't begin a code. Write %25 for it.`);
  }
};

const readLogin = (login: string): { username: string; password: string } => {
  const colon = login.indexOf(":");
  if (colon < 1 || colon === login.length - 1) return refuse("before the @ must be a name, a colon and a password.");
  return {
    username: decode(login.slice(0, colon), "the name"),
    password: decode(login.slice(colon + 1), "the password"),
  };
};

const readHosts = (text: string, discover: boolean): [Host, ...Host[]] => {
  const [first, ...others] = text.split(",").map((host): Host => {
    const [, address, port = "2113"] = /^([^:\s]+)(?::(\d{1,5}))?$/.exec(host.trim()) ?? [];
    return address ? { address, port: Number(port) } : refuse("a host is a name or an address, a colon and a port.");
  });
  if (!first) return refuse("it names no host.");
  if (discover && others.length > 0) return refuse("esdb+discover:// takes one DNS name.");
  return [first, ...others];
};

const normalizeKey = (key: string): string => key.toLowerCase().replace(/[_-]/g, "");

const readOptions = (text: string): Map<string, string> => {
  const optionByName = new Map<string, string>();
  for (const pair of text.split("&").filter((part) => part !== "")) {
    const [key = "", ...rest] = pair.split("=");
    const name = knownOptions.find((one) => normalizeKey(one) === normalizeKey(key));
    if (normalizeKey(key) === "tlsverifycert")
      return refuse("the client always verifies certificates. Name the file of your authority's by tlsCAFile.");
    if (name === undefined)
      return refuse(`one of its options isn't known. The known ones are: ${[...knownOptions].sort().join(", ")}.`);
    optionByName.set(name, decode(rest.join("="), name));
  }
  return optionByName;
};
