import { z } from "zod";

const port = z.coerce.number().int().min(1).max(65_535);
const flag = z.enum(["true", "false"]).transform((text) => text === "true");
const instant = z.iso.datetime({ offset: true }).transform((text) => new Date(text));
const url = z.url({ protocol: /^https?$/ });

/** Every setting of Sheaf. The environment is read once, at start; a bad value stops the start. */
const Settings = z.object({
  /** Which of the three environments this is (decision 16). */
  ENVIRONMENT: z.enum(["local", "staging", "production"]).default("local"),
  /** Port of app and API (decision 49). */
  PORT: port.default(3000),
  /** Port of the demo store platform; it runs only where STORE_URL_TEMPLATE leads to it (decision 49). */
  DEMO_STORE_PORT: port.default(3100),
  /** All state is below this folder (decision 49). */
  DATA_DIR: z.string().min(1).default(".data"),
  /** Address under which browsers and the platform reach the app; default `http://localhost:{PORT}`, in the local environment alone. */
  APP_URL: url.optional(),
  /** A shop's address on the platform, with `{shop}` in it (decision 50); default the demo store. */
  STORE_URL_TEMPLATE: z
    .string()
    .refine((text) => text.includes("{shop}"), "must hold {shop}")
    .optional(),
  /** The app's id and secret on the platform. */
  STORE_CLIENT_ID: z.string().min(1).default("sheaf-demo"),
  STORE_CLIENT_SECRET: z.string().min(1).default("sheaf-demo-secret"),
  /** The secret before a rotation; still accepted in HMACs. */
  STORE_CLIENT_SECRET_PREVIOUS: z.string().min(1).optional(),
  /** 32 bytes as base64; made at first start under DATA_DIR when unset (design section 2). */
  MASTER_KEY: z
    .string()
    .refine((text) => Buffer.from(text, "base64").length === 32, "must be 32 bytes in base64")
    .optional(),
  /** Fixes the app's clock (decision 51). */
  CLOCK_NOW: instant.optional(),
  /** Newest moment of the demo orders (decision 51). */
  DEMO_NOW: instant.optional(),
  /** New demo orders a minute after DEMO_NOW; default 0.2, 0 when DEMO_NOW is set (decision 51). */
  DEMO_ORDERS_PER_MINUTE: z.coerce.number().min(0).optional(),
  /** Restore rate of the demo store's cost bucket (decision 52). */
  DEMO_STORE_POINTS_PER_SECOND: z.coerce.number().positive().default(50_000),
  /** Names of failpoints to stop at, comma-separated; tests only. */
  FAILPOINTS: z.string().default(""),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "silent"]).default("info"),
  /** Lets the server call private hosts (decision 54); tests only. */
  ALLOW_PRIVATE_HOSTS: flag.default(false),
  /** External things; what is unset is not shown (decision 16). */
  LINK_REVIEW: url.optional(),
  LINK_CHAT: url.optional(),
  LINK_APP_STORE: url.optional(),
  /** Address of a film that takes the place of our own recording. */
  LINK_TUTORIAL_VIDEO: url.optional(),
  /** Where messages to support go; without it they stay as files in `<DATA_DIR>/outbox`. */
  SUPPORT_EMAIL: z.email().optional(),
  POSTAL_ADDRESS: z.string().optional(),
  /** Mail server, `smtp://user:password@host:587` or `smtps://…`; without it mail is written to `<DATA_DIR>/outbox` (decision 49). */
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  /** Address that mail comes from; default `no-reply@` and the host of APP_URL. */
  MAIL_FROM: z.email().optional(),
  /** Proxies in front of the app, whose X-Forwarded-For is believed; default 1 when APP_URL is https, else 0. */
  TRUST_PROXY: z.coerce.number().int().min(0).max(10).optional(),
  /** Limits calls that need no log-in (log-in, install, callback) to 60 a minute and address; `false` where a proxy in front does it, and in tests. */
  RATE_LIMIT: flag.default(true),
});

export type Config = Omit<
  z.infer<typeof Settings>,
  "APP_URL" | "STORE_URL_TEMPLATE" | "DEMO_ORDERS_PER_MINUTE" | "MAIL_FROM" | "TRUST_PROXY"
> & {
  APP_URL: string;
  /** The API's base URL, each environment's own (part 1 section 9); the front end, served from APP_URL, calls it as `/api`. */
  API_URL: string;
  MAIL_FROM: string;
  TRUST_PROXY: number;
  STORE_URL_TEMPLATE: string;
  DEMO_ORDERS_PER_MINUTE: number;
  /** The demo store is the platform: STORE_URL_TEMPLATE was not set. */
  demoStore: boolean;
};

/** Thrown at start when a setting is wrong; the message names it and says what it may be. */
export class BadConfiguration extends Error {
  override name = "BadConfiguration";
}

/**
 * Reads the settings from an environment (empty text counts as unset).
 * @throws {BadConfiguration} naming every bad setting in a sentence
 */
export const readConfig = (environment: Readonly<Record<string, string | undefined>>): Config => {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ""),
  );
  const parsed = Settings.safeParse(given);
  if (!parsed.success) {
    const sentences = parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}.`);
    throw new BadConfiguration(
      `The configuration is wrong. ${sentences.join(" ")} Correct the environment and start again.`,
    );
  }
  const settings = parsed.data;
  const demoStore = settings.STORE_URL_TEMPLATE === undefined;
  if (demoStore && settings.PORT === settings.DEMO_STORE_PORT)
    throw new BadConfiguration(
      `The configuration is wrong. PORT and DEMO_STORE_PORT are both ${settings.PORT}. Set one of them to another port.`,
    );
  if (settings.ENVIRONMENT !== "local" && settings.APP_URL === undefined)
    throw new BadConfiguration(
      `The configuration is wrong. APP_URL: must be set when ENVIRONMENT is ${settings.ENVIRONMENT}. Set the address under which that environment is reached and start again.`,
    );
  const appUrl = (settings.APP_URL ?? `http://localhost:${settings.PORT}`).replace(/\/+$/, "");
  return {
    ...settings,
    APP_URL: appUrl,
    API_URL: `${appUrl}/api`,
    TRUST_PROXY: settings.TRUST_PROXY ?? (appUrl.startsWith("https:") ? 1 : 0),
    MAIL_FROM: settings.MAIL_FROM ?? `no-reply@${new URL(appUrl).hostname}`,
    STORE_URL_TEMPLATE: settings.STORE_URL_TEMPLATE ?? `http://localhost:${settings.DEMO_STORE_PORT}/{shop}`,
    DEMO_ORDERS_PER_MINUTE: settings.DEMO_ORDERS_PER_MINUTE ?? (settings.DEMO_NOW ? 0 : 0.2),
    demoStore,
  };
};
