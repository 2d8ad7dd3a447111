/** Typed as `ftp.example.com`, `ftp.example.com:2121` or `[2001:db8::1]:2121`. */
export type HostAndPort = { host: string; port: number | null };

const withPort = /^(\[[^\]]*\]|[^:]*):(\d{1,6})$/u;
const withoutBrackets = (host: string): string => (/^\[.*\]$/u.test(host) ? host.slice(1, -1) : host);

/** Splits typed text. Invalid hosts pass; `hostProblem` refuses them. */
export const parseHost = (typed: string): HostAndPort => {
  const text = typed.trim();
  const [, host, port] = withPort.exec(text) ?? [];
  return host === undefined
    ? { host: withoutBrackets(text), port: null }
    : { host: withoutBrackets(host), port: Number(port) };
};

/** Reverses {@link parseHost}. */
export const formatHost = ({ host, port }: HostAndPort): string => {
  const shown = host.includes(":") ? `[${host}]` : host;
  return port === null ? host : `${shown}:${port}`;
};

const label = "[\\p{L}\\p{N}_](?:[\\p{L}\\p{M}\\p{N}_-]{0,61}[\\p{L}\\p{M}\\p{N}_])?";
const name = new RegExp(`^${label}(?:\\.${label})*\\.?$`, "u");
const digitsOnly = /^[\d.]+$/;
const ipv4 = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/;
const ipv6 = /^[0-9a-f:.]+$/iu;

const isIpv6 = (host: string): boolean => ipv6.test(host) && URL.canParse(`ftp://[${host}]/`);

/**
 * Returns the fault of an FTP server, as a sentence; undefined if valid. Permission to reach it is checked on
 * connecting.
 */
export const hostProblem = ({ host, port }: HostAndPort): string | undefined => {
  if (host === "") return "Enter the server's host name, for example ftp.example.com.";
  if (/:\/\/|[/\\]/u.test(host))
    return "Enter only the server's name, for example ftp.example.com, with nothing before or after it. The folder goes in the directory field.";
  if (host.includes("@")) return "Enter only the server's name as the host. The user name has its own field.";
  const isHost = digitsOnly.test(host) ? ipv4.test(host) : host.length <= 253 && (name.test(host) || isIpv6(host));
  if (!isHost) return "This isn't a server's name or address. Enter one, for example ftp.example.com.";
  if (port !== null && (port < 1 || port > 65_535))
    return "A port is a number from 1 to 65535. Check the number after the colon.";
  return undefined;
};
