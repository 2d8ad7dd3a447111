import { z } from "zod";
import { flag, origin, port, url } from "./values.ts";

/** Settings of the support console, which has an address and a sign-in of its own (ADR 95). */
export const supportSettings = {
  /** False: no support console is started. */
  SUPPORT_CONSOLE: flag.default(true),
  /** Port of the support console. */
  SUPPORT_PORT: port.default(3200),
  /** Address under which browsers reach the support console; default `http://localhost:{SUPPORT_PORT}`, in the demo on this machine alone. */
  SUPPORT_URL: origin.optional(),
  /** Address of the OpenID Connect provider at which support signs in; without it there is a console in the demo alone, whose provider is ours. */
  SUPPORT_ISSUER: url.optional(),
  /** What that provider calls the console. */
  SUPPORT_CLIENT_ID: z.string().min(1).default("sheaf-support"),
  /** The console's secret there; without one it proves itself by PKCE alone. */
  SUPPORT_CLIENT_SECRET: z.string().min(1).optional(),
  /** The claim of the ID token that holds a person's roles: `viewer`, `agent` or `admin`, one or a list. */
  SUPPORT_ROLES_CLAIM: z.string().min(1).default("roles"),
};

type Given = {
  SUPPORT_CONSOLE: boolean;
  SUPPORT_URL?: string | undefined;
  SUPPORT_ISSUER?: string | undefined;
  SUPPORT_CLIENT_SECRET?: string | undefined;
};

/** What must not stand together, in sentences. */
export const supportTroubles = (settings: Given, { isDemo }: { isDemo: boolean }): string[] => {
  const { SUPPORT_CONSOLE, SUPPORT_ISSUER: issuer } = settings;
  if (!SUPPORT_CONSOLE || isDemo || issuer === undefined) return [];
  const needed = (["SUPPORT_URL", "SUPPORT_CLIENT_SECRET"] as const).filter((name) => settings[name] === undefined);
  return [
    ...needed.map((name) => `${name}: must be set where SUPPORT_ISSUER is, outside the demo on this machine.`),
    ...(issuer.startsWith("https:")
      ? []
      : ["SUPPORT_ISSUER: must begin with https:// outside the demo on this machine."]),
  ];
};

/** Where the demo's own provider is, below the address of the demo store. */
export const demoPeoplePath = "/people";

/** What the settings come to. `demoPeople`: the demo store has people of support, too. */
export type SupportConfig = {
  SUPPORT_URL: string;
  /** Undefined: there is no console. */
  SUPPORT_ISSUER: string | undefined;
  demoPeople: boolean;
};

/** The settings of the console with their defaults, of which some depend on others. */
export const supportConfig = (
  settings: Given & { SUPPORT_PORT: number; DEMO_STORE_PORT: number },
  { mayUseDemoPeople }: { mayUseDemoPeople: boolean },
): SupportConfig => {
  const isWanted = settings.SUPPORT_CONSOLE;
  const demoPeople = isWanted && mayUseDemoPeople && settings.SUPPORT_ISSUER === undefined;
  return {
    SUPPORT_URL: (settings.SUPPORT_URL ?? `http://localhost:${settings.SUPPORT_PORT}`).replace(/\/+$/, ""),
    SUPPORT_ISSUER: demoPeople
      ? `http://localhost:${settings.DEMO_STORE_PORT}${demoPeoplePath}`
      : isWanted
        ? settings.SUPPORT_ISSUER
        : undefined,
    demoPeople,
  };
};
