import { z } from "zod";
import { origin, port, trueOrFalse, url } from "./values.ts";

/** Settings of the support console, which has its own address and sign-in (ADR 95). */
export const supportSettings = {
  SUPPORT_CONSOLE: trueOrFalse.default(true),
  SUPPORT_PORT: port.default(3200),
  /** Address of the support console; default `http://localhost:{SUPPORT_PORT}`, only in the demo on this machine. */
  SUPPORT_URL: origin.optional(),
  /** OpenID Connect provider. By default only the demo has a console, with our own provider. */
  SUPPORT_ISSUER: url.optional(),
  SUPPORT_CLIENT_ID: z.string().min(1).default("sheaf-support"),
  /** Client secret; by default PKCE is used alone. */
  SUPPORT_CLIENT_SECRET: z.string().min(1).optional(),
  /** Claim of the ID token: `viewer`, `agent` or `admin`, one or a list. */
  SUPPORT_ROLES_CLAIM: z.string().min(1).default("roles"),
};

type SupportSettings = {
  SUPPORT_CONSOLE: boolean;
  SUPPORT_URL?: string | undefined;
  SUPPORT_ISSUER?: string | undefined;
  SUPPORT_CLIENT_SECRET?: string | undefined;
};

export const findSupportProblems = (settings: SupportSettings, { isDemo }: { isDemo: boolean }): string[] => {
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

/** The demo's own provider, below the demo store's address. */
export const demoPeoplePath = "/people";

export type SupportConfig = {
  SUPPORT_URL: string;
  /** Undefined: there is no console. */
  SUPPORT_ISSUER: string | undefined;
  /** True if the demo store also has support people. */
  demoPeople: boolean;
};

/** Completes the settings: some defaults depend on other settings. */
export const supportConfig = (
  settings: SupportSettings & { SUPPORT_PORT: number; DEMO_STORE_PORT: number },
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
