import { randomUUID } from "node:crypto";

/** The parts of an engine's address, unchanged. The platform's URL cannot read an address of several hosts. */
const partsOf = (url: string) => {
  const match =
    /^(?<scheme>[a-z+]+:\/\/)(?<login>[^/?]*@)?(?<hosts>[^/?@]+)(?:\/(?<path>[^?]*))?(?:\?(?<options>.*))?$/.exec(
      url.trim(),
    );
  // The sentence repeats nothing of the address, which may hold a password.
  if (!match?.groups) throw new Error("The address of an engine does not look like scheme://host:port/path?options.");
  const { scheme = "", login = "", hosts = "", path = "", options = "" } = match.groups;
  return { scheme, login, hosts, path, options };
};

const join = ({ scheme, login, hosts, path, options }: ReturnType<typeof partsOf>): string =>
  `${scheme}${login}${hosts}/${path}${options === "" ? "" : `?${options}`}`;

/** Adds options such as `prefix=a.&partitions=3` behind the ones that the address has. */
export const withOptions = (url: string, more: string): string => {
  const parts = partsOf(url);
  return join({ ...parts, options: parts.options === "" ? more : `${parts.options}&${more}` });
};

/** The EVENTSTORE_URL with a prefix of streams that no other test has. */
export const withOwnPrefix = (url: string): string => withOptions(url, `prefix=test-${randomUUID()}.`);

/**
 * The MONGODB_URL with another database in its path. The driver looks for a user in that database unless `authSource` names another, so a login
 * gets the `authSource` that it had.
 */
export const inDatabase = (url: string, database: string): string => {
  const parts = partsOf(url);
  const named = join({ ...parts, path: database });
  const isSaid = /(^|&)authSource=/i.test(parts.options);
  return parts.login === "" || isSaid ? named : withOptions(named, `authSource=${parts.path || "admin"}`);
};

/** The same address, reached through a proxy on this port of this machine. */
export const through = (url: string, port: number): string => join({ ...partsOf(url), hosts: `127.0.0.1:${port}` });

/** The host and port of an address that names one host. @throws {Error} it names several, or no port */
export const placeOf = (url: string): { host: string; port: number } => {
  const [, host, port] = /^([^:,]+):(\d+)$/.exec(partsOf(url).hosts) ?? [];
  if (host === undefined) throw new Error("The address does not name one host with its port.");
  return { host, port: Number(port) };
};
