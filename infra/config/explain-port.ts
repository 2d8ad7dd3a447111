/** Settings of ports, each with the setting of the address on which the port is listened on. */
const hostSettings = {
  PORT: "HOST",
  SUPPORT_PORT: "HOST",
  DEMO_STORE_PORT: "DEMO_STORE_HOST",
  METRICS_PORT: "METRICS_HOST",
} as const;
export type PortSetting = keyof typeof hostSettings;

/** Codes of an address that no network of this machine has, and of a name that leads nowhere. */
const notOurs: readonly string[] = ["EADDRNOTAVAIL", "ENOTFOUND", "EAI_AGAIN"];

/** Says why a port cannot be listened on, by the system's code (`EADDRINUSE`), and what to do. `host`: undefined for all addresses. */
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
