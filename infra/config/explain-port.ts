const hostSettings = {
  PORT: "HOST",
  SUPPORT_PORT: "HOST",
  DEMO_STORE_PORT: "DEMO_STORE_HOST",
  METRICS_PORT: "METRICS_HOST",
} as const;
export type PortSetting = keyof typeof hostSettings;

/** Error codes for an address of another machine, or an unknown name. */
const notOurs: readonly string[] = ["EADDRNOTAVAIL", "ENOTFOUND", "EAI_AGAIN"];

/**
 * Explains by the system's error code (`EADDRINUSE`) why a port can't be opened, with advice. `host`: undefined for all
 * addresses.
 */
export const explainPort = (
  setting: PortSetting,
  { port, host }: { port: number; host: string | undefined },
  code: string,
): string => {
  if (code === "EADDRINUSE")
    return `Port ${port} is taken. Stop the program that listens there, or set ${setting} to another port.`;
  if (host !== undefined && notOurs.includes(code))
    return `${hostSettings[setting]}: ${host} is not an address of this machine (${code}). Set ${hostSettings[setting]} to one that is, or leave it out.`;
  return `Port ${port} cannot be used (${code}). Set ${setting} and ${hostSettings[setting]} to what this machine and user may listen on.`;
};
