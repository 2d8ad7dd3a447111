import { readFileSync, statSync } from "node:fs";
import { isIP } from "node:net";
import { join } from "node:path";

export type NameAddress = { address: string; family: number };

const systemHostsFile =
  process.platform === "win32"
    ? join(process.env.SystemRoot ?? "C:\\Windows", "System32", "drivers", "etc", "hosts")
    : "/etc/hosts";
const ofLocalhost: NameAddress[] = [{ address: "127.0.0.1", family: 4 }];

const read = (text: string): Map<string, NameAddress[]> => {
  const names = new Map<string, NameAddress[]>();
  for (const line of text.split(/\r?\n/)) {
    const [address = "", ...hosts] = (line.split("#")[0] ?? "").trim().split(/\s+/);
    const family = isIP(address);
    if (family === 0) continue;
    for (const host of hosts.map((one) => one.toLowerCase()))
      names.set(host, [...(names.get(host) ?? []), { address, family }]);
  }
  return names;
};

/** Reads the hosts file. Without it, names can still be looked up elsewhere. */
const readNames = (file: string): Map<string, NameAddress[]> => {
  try {
    return read(readFileSync(file, "utf8"));
  } catch (error) {
    process.emitWarning(`${file} can't be read, so its names are ignored: ${error}`);
    return new Map();
  }
};

/**
 * Returns a look-up by lower-case name; empty if the host isn't listed. It rereads a changed file, and always resolves
 * localhost.
 */
export const createHostsFile = (file = systemHostsFile): ((host: string) => NameAddress[]) => {
  let loadedStamp = "";
  let names = new Map<string, NameAddress[]>();
  return (host) => {
    const found = statSync(file, { throwIfNoEntry: false });
    const stamp = found ? `${found.mtimeMs} ${found.size}` : "";
    if (stamp !== loadedStamp) {
      loadedStamp = stamp;
      names = found ? readNames(file) : new Map();
    }
    return names.get(host) ?? (host === "localhost" ? ofLocalhost : []);
  };
};
