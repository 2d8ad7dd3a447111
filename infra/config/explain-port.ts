/** Settings of ports, each with the setting of the address on which the port is listened on. */
const hostSettings = {
  PORT: "HOST",
  SUPPORT_PORT: "HOST",
  DEMO_STORE_PORT: "DEMO_STORE_HOST",
  METRICS_PORT: "METRICS_HOST",
} as const;
export type PortSetting = keyof typeof hostSettings;

/** Says why a port cannot be listened on, by the system's code (`EADDRINUSE`), and what to do. */
export const explainPort = (setting: PortSetting, port: number, code: string): string =>
  code === "EADDRINUSE"
    ? `Port ${port} is taken. Stop the program that listens there, or set ${setting} to another port.`
    : `Port ${port} cannot be used (${code}). Set ${setting} and ${hostSettings[setting]} to what this machine and user may listen on.`;
