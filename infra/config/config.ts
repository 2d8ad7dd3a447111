import { isIP, isIPv6 } from "node:net";
import { z } from "zod";
import { engineSettings, findEngineProblems } from "./engines.ts";
import { failpointNames } from "./failpoint-names.ts";
import { findMailProblems, mailSettings } from "./mail.ts";
import { findMisspelled } from "./misspelled.ts";
import { isOnThisMachine } from "./on-this-machine.ts";
import { type Environment, readSecretFiles, secretSettings } from "./secret-files.ts";
import { defaultShopFlags, parseShopFlags, type ShopFlags } from "./shop-flags.ts";
import { findSupportProblems, type SupportConfig, supportConfig, supportSettings } from "./support.ts";
import { decimalNumber, instant, isHttpUrl, isOrigin, origin, port, trueOrFalse, url, wholeNumber } from "./values.ts";

/**
 * Checks strictly: Buffer skips other characters, so a typo would give another key. Base64url and no padding are fine.
 */
const isMasterKey = (text: string): boolean => /^\s*[A-Za-z0-9+/_-]{43}=?\s*$/.test(text);

const demoSecret = "sheaf-demo-secret";
const inShop = (template: string): string => template.replaceAll("{shop}", "shop");

/** Names of the loopback address: those usual in hosts files, and those that RFC 6761 reserves. */
const loopbackName = /^(?:localhost[46]?(?:\.localdomain[46]?)?|ip6-(?:localhost|loopback)|.+\.localhost)\.?$/i;

/** Removes the zone (`::1%lo`), which a URL can't have. */
const isLoopback = (host: string): boolean =>
  loopbackName.test(host) || isOnThisMachine(`http://${isIPv6(host) ? `[${host.replace(/%.*/, "")}]` : host}`);

/** The demo's address: APP_URL's if it names one, else both loopback addresses. */
const loopbackOf = (appUrl: string): string => {
  const host = new URL(appUrl).hostname.replace(/^\[|\]$/g, "");
  return isIP(host) === 0 ? "localhost" : host;
};

const webParts = ["commands", "queries", "pages"] as const;
export type WebPart = (typeof webParts)[number];

const Settings = z.object({
  ...engineSettings,
  ...supportSettings,
  ...mailSettings,
  /** R-16; default `local` if platform and APP_URL are on this machine. */
  ENVIRONMENT: z.enum(["local", "staging", "production"]).optional(),
  /** Port of app and API (R-49). */
  PORT: port.default(3000),
  /**
   * Addresses for PORT and SUPPORT_PORT. Default in the demo on this machine: APP_URL's, or `localhost` (127.0.0.1 and
   * ::1); elsewhere all.
   */
  HOST: z.string().min(1).optional(),
  /**
   * Seconds from SIGTERM until PORT and SUPPORT_PORT close. `/readyz` responds with 503 meanwhile, for load balancers.
   * Default 3, in the demo on this machine 0.
   */
  DRAIN_SECONDS: wholeNumber(0, 300).optional(),
  /** Port of the demo store, used only if STORE_URL_TEMPLATE leads there (R-49). */
  DEMO_STORE_PORT: port.default(3100),
  /**
   * Address of the demo store. By default only this machine reaches it, because the demo store has no access control.
   */
  DEMO_STORE_HOST: z.string().min(1).default("127.0.0.1"),
  /** Port for `/metrics` and `/healthz`. Unset: the web process serves `/healthz` at PORT. */
  METRICS_PORT: port.optional(),
  METRICS_HOST: z.string().min(1).default("127.0.0.1"),
  /** Folder of all state (R-49). */
  DATA_DIR: z
    .string()
    .refine((text) => text.trim() !== "", "must be a folder, not only spaces")
    .default(".data"),
  /**
   * Comma-separated parts to serve: `commands` of the API and the platform's webhooks, `queries` of the API, `pages` of
   * the front end and files. A proxy may divide them among processes (ADR 89).
   */
  WEB_PARTS: z
    .string()
    .transform((text) => text.split(",").map((part) => part.trim()))
    .pipe(z.array(z.enum(webParts, `must be ${webParts.join(", ")}, or several of them, comma-separated`)))
    .default([...webParts]),
  /** Public address; default `http://localhost:{PORT}`, only in the local environment. */
  APP_URL: origin.optional(),
  /** A shop's address on the platform, with `{shop}` (R-50); default the demo store, only in the local environment. */
  STORE_URL_TEMPLATE: z
    .string()
    .refine((text) => text.includes("{shop}"), "must contain {shop}")
    .refine((text) => isHttpUrl(inShop(text)), "must be an address that begins with http:// or https://")
    .optional(),
  /** The app's id and secret. The defaults are public, and only for a platform on this machine. */
  STORE_CLIENT_ID: z.string().min(1).default("sheaf-demo"),
  STORE_CLIENT_SECRET: z.string().min(1).default(demoSecret),
  /** The secret before a rotation. HMACs made with it are still accepted. */
  STORE_CLIENT_SECRET_PREVIOUS: z.string().min(1).optional(),
  /** Master key in Base64; by default created under DATA_DIR at first start (D-2). */
  MASTER_KEY: z
    .string()
    .refine(
      isMasterKey,
      "must be 32 bytes in base64: 44 characters from A to Z, a to z, 0 to 9, + and /, the last of them =",
    )
    .optional(),
  /** Fixes business time (R-51); only for tests in the local environment. */
  CLOCK_NOW: instant.optional(),
  /** Time of the newest demo order (R-51). */
  DEMO_NOW: instant.optional(),
  /** New demo orders per minute after DEMO_NOW; default 0.2, or 0 when DEMO_NOW is set (R-51). */
  DEMO_ORDERS_PER_MINUTE: decimalNumber(() => true, "must be a number of 0 or more, such as 0.2").optional(),
  /** Small demo shops besides the four, from `demo-0001`, with 120 to 480 orders each; created on first use. */
  DEMO_SHOPS: wholeNumber(0, 100_000).default(0),
  /** Restore rate of the demo store's cost bucket (R-52). */
  DEMO_STORE_POINTS_PER_SECOND: decimalNumber((value) => value > 0, "must be a number above 0, such as 100").default(
    50_000,
  ),
  /** Shops by flag (R-37): `custom-columns=one-shop,another-shop; bundles=one-shop`; default: those of the demo. */
  SHOP_FLAGS: z
    .string()
    .transform((text, context) => {
      const flags = parseShopFlags(text);
      if (typeof flags !== "string") return flags;
      context.addIssue(flags);
      return z.NEVER;
    })
    .optional(),
  /** Parallel reports per exporter process; for their memory see docs/performance.md. */
  EXPORTS_AT_ONCE: wholeNumber(1, 32).default(4),
  /** Reports of this many orders or more are read by a bulk operation (ADR 64). */
  BULK_FROM_ORDERS: wholeNumber(0, 999_999_999).default(2_000),
  /** Size limit of a report file, MB; for Excel also before compression (ADR 46). */
  REPORT_MAX_MB: wholeNumber(1, 1_000_000).default(2_000),
  /**
   * Memory of a report for sorting, splitting or grouping by product, MB. It is counted, not measured. The rest goes to
   * `scratch/` (ADR 65).
   */
  SPILL_AFTER_MB: wholeNumber(1, 100_000).default(64),
  /** Limit on a shop's kept report files, MB; at most a quarter may be made in an hour. */
  SHOP_FILES_MAX_MB: wholeNumber(4, 100_000_000).default(20_000),
  /** Comma-separated failpoints; only for tests in the local environment. */
  FAILPOINTS: z
    .string()
    .refine((text) => !failpointNames(text).includes(undefined), "must be name, name@passing or name^, comma-separated")
    .default(""),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "silent"]).default("info"),
  /** Comma-separated platform origins that may serve images and bulk files from a private network (R-54). */
  STORE_ASSET_ORIGINS: z
    .string()
    .transform((text) => text.split(",").map((part) => part.trim()))
    .refine((parts) => parts.every(isOrigin), "must be origins such as https://cdn.example, comma-separated")
    .transform((parts) => parts.map((part) => new URL(part).origin))
    .default([]),
  /** Allows calls to private hosts (R-54); for tests. */
  ALLOW_PRIVATE_HOSTS: trueOrFalse.default(false),
  /** External links; unset ones are hidden (R-16). */
  LINK_REVIEW: url.optional(),
  LINK_CHAT: url.optional(),
  LINK_APP_STORE: url.optional(),
  /** Video that replaces our own tutorial. */
  LINK_TUTORIAL_VIDEO: url.optional(),
  POSTAL_ADDRESS: z.string().optional(),
  /** Comma-separated addresses of outbound calls, for merchants' firewalls (S-2.9). */
  OUTBOUND_ADDRESSES: z
    .string()
    .transform((text) => text.split(",").map((part) => part.trim()))
    .refine(
      (parts) => parts.every((part) => isIP(part) !== 0),
      "must be IP addresses such as 203.0.113.7, comma-separated",
    )
    .default([]),
  /** Proxies in front of the app (X-Forwarded-For); default 1 when APP_URL is https, else 0. */
  TRUST_PROXY: wholeNumber(0, 10).optional(),
  /**
   * Limits requests without a login per address (`application/http/limits/rate-limits.ts`). Turn it off in tests, or if
   * a proxy limits them.
   */
  RATE_LIMIT: trueOrFalse.default(true),
});

export type Config = Omit<
  z.infer<typeof Settings>,
  | "APP_URL"
  | "ENVIRONMENT"
  | "STORE_URL_TEMPLATE"
  | "DEMO_ORDERS_PER_MINUTE"
  | "MAIL_FROM"
  | "TRUST_PROXY"
  | "DRAIN_SECONDS"
  | "SHOP_FLAGS"
  | keyof SupportConfig
> &
  SupportConfig & {
    ENVIRONMENT: "local" | "staging" | "production";
    isEnvironmentSet: boolean;
    APP_URL: string;
    /** Address of the API (S-1.9). The front end calls it as `/api`. */
    API_URL: string;
    MAIL_FROM: string;
    TRUST_PROXY: number;
    DRAIN_SECONDS: number;
    STORE_URL_TEMPLATE: string;
    DEMO_ORDERS_PER_MINUTE: number;
    SHOP_FLAGS: ShopFlags;
    /**
     * True in the local environment with platform and APP_URL on loopback. Only then may settings be missing, and shops
     * open without a sign-in (R-49).
     */
    isDemo: boolean;
    /** Refuses other hosts' names, which may lead here by DNS rebinding. */
    onlyThisMachine: boolean;
    demoStore: boolean;
  };

/** Configuration error; the message names the setting and its allowed values. */
export class BadConfiguration extends Error {
  override name = "BadConfiguration";
}

/** Names of all settings. Only exporters read EXPORTER_LANES. */
export const settingNames: readonly string[] = [
  ...Object.keys(Settings.shape),
  ...secretSettings.map((name) => `${name}_FILE`),
  "EXPORTER_LANES",
];

const testOnlySettings = ["CLOCK_NOW", "FAILPOINTS"] as const;

export const findConfigWarnings = (
  environment: Environment,
  config: Pick<Config, "isDemo" | "ALLOW_PRIVATE_HOSTS">,
): string[] => [
  ...findMisspelled(environment, settingNames).doubtful,
  ...(!config.isDemo && config.ALLOW_PRIVATE_HOSTS
    ? ["ALLOW_PRIVATE_HOSTS lets merchants have Sheaf call addresses in your own network. Unset it."]
    : []),
];

const refuse = (sentences: readonly string[]): never => {
  throw new BadConfiguration(
    `The configuration is wrong. ${sentences.join(" ")} Correct the environment and start again.`,
  );
};

/**
 * Reads settings, and secrets from their files. Empty text counts as unset.
 * @throws {BadConfiguration} about every bad setting
 */
export const readConfig = (from: Environment): Config => {
  const { environment, troubles } = readSecretFiles(from);
  const rawSettings = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ""),
  );
  const parsed = Settings.safeParse(rawSettings);
  const bad = parsed.error?.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}.`) ?? [];
  const misspelled = findMisspelled(from, settingNames).certain;
  if (!parsed.success || troubles.length + misspelled.length > 0) return refuse([...troubles, ...misspelled, ...bad]);
  const settings = parsed.data;
  const demoStore = settings.STORE_URL_TEMPLATE === undefined;
  const storeUrlTemplate = settings.STORE_URL_TEMPLATE ?? `http://localhost:${settings.DEMO_STORE_PORT}/{shop}`;
  const appUrl = (settings.APP_URL ?? `http://localhost:${settings.PORT}`).replace(/\/+$/, "");
  const elsewhere = Object.entries({ STORE_URL_TEMPLATE: storeUrlTemplate, APP_URL: appUrl }).find(
    ([, address]) => !isOnThisMachine(inShop(address)),
  );
  if (settings.ENVIRONMENT === undefined && elsewhere !== undefined)
    throw new BadConfiguration(
      `The configuration is wrong. ENVIRONMENT: must be set, because ${elsewhere[0]} leads to another machine. Set it to production or staging, or to local for a trial, and start again.`,
    );
  const ENVIRONMENT = settings.ENVIRONMENT ?? "local";
  const isDemo = ENVIRONMENT === "local" && elsewhere === undefined;
  const unmet = [
    ...findEngineProblems(settings),
    ...findSupportProblems(settings, { isDemo }),
    ...testOnlySettings
      .filter((name) => !isDemo && rawSettings[name] !== undefined)
      .map((name) => `${name}: is for tests and the demo on this machine. Unset it.`),
  ];
  if (unmet.length > 0) return refuse(unmet);
  const support = supportConfig(settings, { mayUseDemoPeople: isDemo && demoStore });
  const ports = [
    ["PORT", settings.PORT],
    ["SUPPORT_PORT", support.SUPPORT_ISSUER === undefined ? undefined : settings.SUPPORT_PORT],
    ["DEMO_STORE_PORT", demoStore ? settings.DEMO_STORE_PORT : undefined],
    ["METRICS_PORT", settings.METRICS_PORT],
  ] as const;
  for (const [name, taken] of ports)
    for (const [other, port] of ports)
      if (name !== other && taken !== undefined && taken === port)
        throw new BadConfiguration(
          `The configuration is wrong. ${name} and ${other} are both ${port}. Set one of them to another port.`,
        );
  if (ENVIRONMENT !== "local" && settings.APP_URL === undefined)
    throw new BadConfiguration(
      `The configuration is wrong. APP_URL: must be set when ENVIRONMENT is ${ENVIRONMENT}. Set the address under which that environment is reached and start again.`,
    );
  if (!isDemo && demoStore)
    throw new BadConfiguration(
      `The configuration is wrong. STORE_URL_TEMPLATE: must be set outside the demo on this machine, because the demo store is open to everyone. Set the address of shops on the store platform and start again.`,
    );
  for (const name of ["STORE_CLIENT_SECRET", "STORE_CLIENT_SECRET_PREVIOUS"] as const)
    if (!isDemo && settings[name] === demoSecret)
      throw new BadConfiguration(
        rawSettings[name] === undefined
          ? `The configuration is wrong. ${name}: must be set outside the demo on this machine. Set the app's secret on the store platform and start again.`
          : `The configuration is wrong. ${name}: is the demo store's, which everyone knows. Set the app's secret on the store platform and start again.`,
      );
  if (ENVIRONMENT === "production" && rawSettings.STORE_CLIENT_ID === undefined)
    throw new BadConfiguration(
      "The configuration is wrong. STORE_CLIENT_ID: must be set when ENVIRONMENT is production. Set the app's id on the store platform and start again.",
    );
  const ofMail = findMailProblems(settings, { isDemo });
  if (ofMail.length > 0) return refuse(ofMail);
  return {
    ...settings,
    ...support,
    ENVIRONMENT,
    isEnvironmentSet: settings.ENVIRONMENT !== undefined,
    HOST: settings.HOST ?? (isDemo ? loopbackOf(appUrl) : undefined),
    APP_URL: appUrl,
    API_URL: `${appUrl}/api`,
    DRAIN_SECONDS: settings.DRAIN_SECONDS ?? (isDemo ? 0 : 3),
    TRUST_PROXY: settings.TRUST_PROXY ?? (appUrl.startsWith("https:") ? 1 : 0),
    MAIL_FROM: settings.MAIL_FROM ?? `no-reply@${new URL(appUrl).hostname}`,
    STORE_URL_TEMPLATE: storeUrlTemplate,
    SHOP_FLAGS: settings.SHOP_FLAGS ?? defaultShopFlags(demoStore),
    DEMO_ORDERS_PER_MINUTE: settings.DEMO_ORDERS_PER_MINUTE ?? (settings.DEMO_NOW ? 0 : 0.2),
    isDemo,
    onlyThisMachine: isDemo && (settings.HOST === undefined || isLoopback(settings.HOST)),
    demoStore,
  };
};
