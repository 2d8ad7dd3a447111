import { existsSync, readFileSync } from "node:fs";

const mechanisms = ["plain", "scram-sha-256", "scram-sha-512"] as const;

type Mechanism = (typeof mechanisms)[number];
type Login = { [Each in Mechanism]: { mechanism: Each; username: string; password: string } }[Mechanism];

export type Connection = {
  /** Brokers as `host:port`. The first one that responds names all of them. */
  brokers: [string, ...string[]];
  /** Certificates and key in PEM; `ca`: a private authority. Undefined: no TLS. */
  tls?: { ca?: Buffer; cert?: Buffer; key?: Buffer };
  login?: Login;
  /** Partitions of new topics; existing topics stay as they are. */
  partitions: number;
  /** Replicas of each event; default: three. */
  replication: number;
  /** Beginning of the names of topics and groups, so that several installations may share brokers. */
  prefix: string;
};

const files = ["tlsCAFile", "tlsCertFile", "tlsKeyFile"] as const;
const knownOptions = ["tls", ...files, "sasl", "partitions", "replication", "prefix"] as const;
type Option = (typeof knownOptions)[number];

const form = "kafka://name:password@host:9092,other:9092?tls=true&sasl=scram-sha-512, or host:9092,other:9092";

/** Throws without the value, which may hold the password. */
const refuse = (what: string): never => {
  throw new Error(`KAFKA_BROKERS: ${what}`);
};

/**
 * `kafka://name:password@host:9092,other:9092?tls=true&sasl=…`; scheme, login and options are optional. `sasl` defaults
 * to scram-sha-512.
 * @throws {Error} names the setting
 */
export const readKafkaBrokers = (text: string): Connection => {
  const match = /^(?:kafka:\/\/)?(?:(?<login>[^/?]*)@)?(?<hosts>[^/?@]+)\/?(?:\?(?<options>.*))?$/.exec(text.trim());
  if (!match?.groups) return refuse(`this isn't an address of Kafka. Write ${form}.`);
  const { login, hosts, options } = match.groups;
  const optionByName = readOptions(options ?? "");
  const tls = readTls(optionByName);
  const prefix = optionByName.get("prefix") ?? "sheaf.";
  if (!/^[a-zA-Z0-9._-]{0,60}$/.test(prefix))
    return refuse("prefix may have only letters, digits, full stops, _ and -, at most 60 of them.");
  return {
    brokers: readHosts(hosts ?? ""),
    partitions: readNumber(optionByName, "partitions", 10_000) ?? 12,
    replication: readNumber(optionByName, "replication", 100) ?? 3,
    prefix,
    ...(tls && { tls }),
    ...readLogin(login, optionByName.get("sasl"), tls !== undefined),
  };
};

/** Name of the brokers in messages, without secrets. */
export const formatServerName = ({ brokers }: Pick<Connection, "brokers">): string => `Kafka at ${brokers.join(", ")}`;

const decode = (text: string, what: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return refuse(`${what} contains a % that doesn't begin a code. Write %25 for it.`);
  }
};

const readHosts = (text: string): [string, ...string[]] => {
  const [first, ...others] = text.split(",").map((host) => {
    if (host.includes("[")) return refuse("write a name for a host that has an IPv6 address.");
    const [, address, port = "9092"] = /^([^:\s]+)(?::(\d{1,5}))?$/.exec(host.trim()) ?? [];
    return address ? `${address}:${port}` : refuse("a host is a name or an address, a colon and a port.");
  });
  return first === undefined ? refuse("it names no host.") : [first, ...others];
};

const normalizeKey = (key: string): string => key.toLowerCase().replace(/[_-]/g, "");

const readOptions = (text: string): Map<Option, string> => {
  const optionByName = new Map<Option, string>();
  for (const pair of text.split("&").filter((part) => part !== "")) {
    const [key = "", ...rest] = pair.split("=");
    const name = knownOptions.find((one) => normalizeKey(one) === normalizeKey(key));
    if (name === undefined)
      return refuse(`one of its options isn't known. The known ones are: ${[...knownOptions].sort().join(", ")}.`);
    optionByName.set(name, decode(rest.join("="), name));
  }
  return optionByName;
};

const readNumber = (optionByName: ReadonlyMap<Option, string>, name: Option, max: number): number | undefined => {
  const text = optionByName.get(name);
  if (text === undefined) return undefined;
  const number = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  return number >= 1 && number <= max ? number : refuse(`${name} must be a whole number from 1 to ${max}.`);
};

const readTls = (optionByName: ReadonlyMap<Option, string>): Connection["tls"] => {
  const [ca, cert, key] = files.map((name) => {
    const path = optionByName.get(name);
    if (path === undefined) return undefined;
    return existsSync(path) ? readFileSync(path) : refuse(`there is no file ${path}, which ${name} names.`);
  });
  if ((cert === undefined) !== (key === undefined))
    return refuse("tlsCertFile and tlsKeyFile must be given together or not at all.");
  const value = optionByName.get("tls") ?? (ca || cert ? "true" : "false");
  if (value !== "true" && value !== "false") return refuse("tls is true or false.");
  if (value === "false") return ca || cert ? refuse("files of certificates are for TLS: remove tls=false.") : undefined;
  return { ...(ca && { ca }), ...(cert && key && { cert, key }) };
};

const readLogin = (login: string | undefined, sasl: string | undefined, tls: boolean): { login?: Login } => {
  if (login === undefined)
    return sasl === undefined ? {} : refuse("sasl needs a name and a password before the @ of the first host.");
  const mechanism = mechanisms.find((one) => one === (sasl ?? "scram-sha-512").toLowerCase());
  if (mechanism === undefined) return refuse(`sasl is one of ${mechanisms.join(", ")}.`);
  if (mechanism === "plain" && !tls)
    return refuse("sasl=plain sends the password unencrypted, which is allowed only with TLS: add tls=true.");
  const colon = login.indexOf(":");
  if (colon < 1 || colon === login.length - 1) return refuse("before the @ must be a name, a colon and a password.");
  return {
    login: {
      mechanism,
      username: decode(login.slice(0, colon), "the name"),
      password: decode(login.slice(colon + 1), "the password"),
    },
  };
};
