import { describe, expect, it } from "vitest";
import { BadConfiguration, findConfigWarnings, readConfig } from "./config.ts";

const key = Buffer.alloc(32, 1).toString("base64");
const STORE_URL_TEMPLATE = "https://{shop}.myshopify.com";
const mailed = { SMTP_URL: "smtp://mail.example:587", SUPPORT_EMAIL: "help@sheaf.example" };
const production = {
  ...mailed,
  ENVIRONMENT: "production",
  APP_URL: "https://sheaf.example",
  STORE_URL_TEMPLATE,
  STORE_CLIENT_ID: "an-id",
  STORE_CLIENT_SECRET: "hush",
};

describe("the configuration", () => {
  it("serves the app on port 3000 with the demo store on 3100 when nothing is set", () => {
    const config = readConfig({});
    expect(config.APP_URL).toBe("http://localhost:3000");
    expect(config.STORE_URL_TEMPLATE).toBe("http://localhost:3100/{shop}");
    expect(config.demoStore).toBe(true);
    expect(config.DEMO_ORDERS_PER_MINUTE).toBe(0.2);
  });

  it("creates no new demo orders if DEMO_NOW is set", () => {
    expect(readConfig({ DEMO_NOW: "2026-11-01T00:00:00Z" }).DEMO_ORDERS_PER_MINUTE).toBe(0);
  });

  it("has no small demo shops unless a number is set, and refuses an invalid one", () => {
    expect(readConfig({}).DEMO_SHOPS).toBe(0);
    expect(readConfig({ DEMO_SHOPS: "1000" }).DEMO_SHOPS).toBe(1_000);
    expect(() => readConfig({ DEMO_SHOPS: "many" })).toThrow(/DEMO_SHOPS/);
  });

  it("trusts one proxy if APP_URL is https, and none otherwise", () => {
    expect(readConfig({}).TRUST_PROXY).toBe(0);
    expect(readConfig(production).TRUST_PROXY).toBe(1);
    expect(readConfig({ ...production, TRUST_PROXY: "2" }).TRUST_PROXY).toBe(2);
  });

  it("sends mail from the app's own domain unless configured otherwise", () => {
    expect(readConfig({}).MAIL_FROM).toBe("no-reply@localhost");
    expect(readConfig({ ...production, APP_URL: "https://sheaf.example/" }).MAIL_FROM).toBe("no-reply@sheaf.example");
    expect(readConfig({ MAIL_FROM: "reports@sheaf.example" }).MAIL_FROM).toBe("reports@sheaf.example");
  });

  it("has three environments (local, staging, production), each with its own API base URL", () => {
    expect(readConfig({}).ENVIRONMENT).toBe("local");
    expect(
      [
        { ENVIRONMENT: "local" },
        { ENVIRONMENT: "staging", APP_URL: "https://staging.sheaf.example" },
        { ENVIRONMENT: "production", APP_URL: "https://sheaf.example/" },
      ].map((environment) => {
        const { ENVIRONMENT, API_URL } = readConfig({
          ...mailed,
          STORE_CLIENT_ID: "an-id",
          STORE_CLIENT_SECRET: "hush",
          STORE_URL_TEMPLATE,
          ...environment,
        });
        return [ENVIRONMENT, API_URL];
      }),
    ).toEqual([
      ["local", "http://localhost:3000/api"],
      ["staging", "https://staging.sheaf.example/api"],
      ["production", "https://sheaf.example/api"],
    ]);
  });

  it.each(["staging", "production"])(
    "does not start %s with the demo store's secret, which is public",
    (ENVIRONMENT) => {
      const APP_URL = "https://sheaf.example";
      const real = { ...mailed, ENVIRONMENT, APP_URL, STORE_URL_TEMPLATE };
      expect(() => readConfig(real)).toThrow("STORE_CLIENT_SECRET: must be set");
      expect(() => readConfig({ ...real, STORE_CLIENT_SECRET: "sheaf-demo-secret" })).toThrow(
        "STORE_CLIENT_SECRET: is",
      );
      expect(readConfig({ ...real, STORE_CLIENT_ID: "an-id", STORE_CLIENT_SECRET: "hush" }).STORE_CLIENT_SECRET).toBe(
        "hush",
      );
    },
  );

  it.each([
    STORE_URL_TEMPLATE,
    "http://{shop}.localhost.evil.example",
    "http://192.168.1.7:3100/{shop}",
    "http://localhost@evil.example/{shop}",
  ])(
    "does not start with the demo store's secret for the platform %s, even if the environment is local",
    (template) => {
      const real = { ...mailed, ENVIRONMENT: "local", STORE_URL_TEMPLATE: template };
      const known = "sheaf-demo-secret";
      expect(() => readConfig(real)).toThrow("STORE_CLIENT_SECRET: must be set outside the demo on this machine.");
      expect(() => readConfig({ ...real, STORE_CLIENT_SECRET: known })).toThrow(
        "STORE_CLIENT_SECRET: is the demo store's",
      );
      expect(() =>
        readConfig({
          ...real,
          STORE_CLIENT_ID: "an-id",
          STORE_CLIENT_SECRET: "hush",
          STORE_CLIENT_SECRET_PREVIOUS: known,
        }),
      ).toThrow("STORE_CLIENT_SECRET_PREVIOUS: is the demo store's");
      expect(readConfig({ ...real, STORE_CLIENT_ID: "an-id", STORE_CLIENT_SECRET: "hush" }).STORE_CLIENT_SECRET).toBe(
        "hush",
      );
    },
  );

  it.each(["http://localhost:3100/{shop}", "http://127.0.0.1:3100/{shop}", "http://[::1]:3100/{shop}"])(
    "treats %s as a demo store that was started separately",
    (template) => {
      expect(readConfig({ STORE_URL_TEMPLATE: template })).toMatchObject({
        demoStore: false,
        STORE_CLIENT_SECRET: "sheaf-demo-secret",
      });
    },
  );

  it.each(["staging", "production"])(
    "does not start %s with the demo store, which is open to everyone",
    (ENVIRONMENT) => {
      const real = {
        ENVIRONMENT,
        APP_URL: "https://sheaf.example",
        STORE_CLIENT_ID: "an-id",
        STORE_CLIENT_SECRET: "hush",
      };
      expect(() => readConfig(real)).toThrow("STORE_URL_TEMPLATE: must be set outside the demo on this machine");
    },
  );

  it("lets only this machine reach the demo store unless configured otherwise", () => {
    expect(readConfig({}).DEMO_STORE_HOST).toBe("127.0.0.1");
    expect(readConfig({ DEMO_STORE_HOST: "0.0.0.0" }).DEMO_STORE_HOST).toBe("0.0.0.0");
  });

  it.each(["staging", "production"])("does not start %s without its own APP_URL", (ENVIRONMENT) => {
    expect(() => readConfig({ ENVIRONMENT })).toThrow(`APP_URL: must be set when ENVIRONMENT is ${ENVIRONMENT}.`);
  });

  it("serves no metrics unless METRICS_PORT is set, and then only to this machine", () => {
    expect(readConfig({}).METRICS_PORT).toBeUndefined();
    expect(readConfig({ METRICS_PORT: "9464" })).toMatchObject({ METRICS_PORT: 9464, METRICS_HOST: "127.0.0.1" });
  });

  it("refuses a metrics port that is already in use", () => {
    expect(() => readConfig({ METRICS_PORT: "3000" })).toThrow("PORT and METRICS_PORT are both 3000.");
    expect(() => readConfig({ METRICS_PORT: "3100" })).toThrow("DEMO_STORE_PORT and METRICS_PORT are both 3100.");
    expect(readConfig({ ...production, METRICS_PORT: "3100" }).METRICS_PORT).toBe(3100);
  });

  describe("is the demo on this machine", () => {
    it.each([
      {},
      { ENVIRONMENT: "local", APP_URL: "http://127.0.0.1:3000" },
      { STORE_URL_TEMPLATE: "http://[::1]:3100/{shop}", APP_URL: "http://localhost:8080" },
      { STORE_URL_TEMPLATE: "http://127.0.0.2:3100/{shop}" },
    ])("if platform and app are on loopback: %j", (environment) => {
      expect(readConfig(environment)).toMatchObject({ isDemo: true, ENVIRONMENT: "local" });
      expect(readConfig(environment).onlyThisMachine).toBe(true);
    });

    it.each([
      production,
      { ...production, ENVIRONMENT: "staging" },
      { ...production, ENVIRONMENT: "local" },
      { ...production, ENVIRONMENT: "local", APP_URL: "http://localhost:3000" },
      { ...production, ENVIRONMENT: "local", STORE_URL_TEMPLATE: "http://localhost:3100/{shop}" },
      {
        ...production,
        ENVIRONMENT: "staging",
        APP_URL: "http://localhost",
        STORE_URL_TEMPLATE: "http://localhost/{shop}",
      },
    ])("in no other case: %j", (environment) => {
      expect(readConfig(environment)).toMatchObject({ isDemo: false, HOST: undefined });
    });
  });

  it.each([
    [{ STORE_URL_TEMPLATE, STORE_CLIENT_ID: "an-id", STORE_CLIENT_SECRET: "hush" }, "STORE_URL_TEMPLATE"],
    [{ APP_URL: "https://sheaf.example" }, "APP_URL"],
    [{ APP_URL: "http://192.168.1.7:3000" }, "APP_URL"],
    [{ APP_URL: "http://127.evil.example" }, "APP_URL"],
    [{ ...production, ENVIRONMENT: "" }, "STORE_URL_TEMPLATE"],
  ])("does not start without ENVIRONMENT if an address leads to another machine: %j", (environment, named) => {
    expect(() => readConfig(environment)).toThrow(
      `ENVIRONMENT: must be set, because ${named} leads to another machine.`,
    );
  });

  it("does not start with the demo store if APP_URL leads to another machine", () => {
    expect(() => readConfig({ ENVIRONMENT: "local", APP_URL: "https://sheaf.example" })).toThrow(
      "STORE_URL_TEMPLATE: must be set outside the demo on this machine",
    );
  });

  it.each([
    ["http://[::1]:4400", "::1"],
    ["http://127.0.0.2:4400", "127.0.0.2"],
    ["http://localhost:4400", "localhost"],
  ])("listens on the host of %s in the demo", (APP_URL, HOST) => {
    expect(readConfig({ APP_URL })).toMatchObject({ isDemo: true, HOST });
  });

  it("listens on HOST if that is set", () => {
    expect(readConfig({ HOST: "0.0.0.0" })).toMatchObject({ HOST: "0.0.0.0", onlyThisMachine: false });
    const own = [
      "127.0.0.1",
      "127.1",
      "localhost",
      "localhost.",
      "::1",
      "::1%lo",
      "0:0:0:0:0:0:0:1",
      "::ffff:127.0.0.1",
      "localhost.localdomain",
      "ip6-localhost",
      "ip6-loopback",
      "localhost4",
      "sheaf.localhost",
    ];
    for (const HOST of own) expect([HOST, readConfig({ HOST }).onlyThisMachine]).toEqual([HOST, true]);
    for (const HOST of ["::", "::ffff:10.0.0.1", "fe80::1%lo", "127.0.0.1.example", "shop.localdomain", "mylocalhost"])
      expect([HOST, readConfig({ HOST }).onlyThisMachine]).toEqual([HOST, false]);
    expect(readConfig({ ...production, HOST: "10.0.0.7" }).HOST).toBe("10.0.0.7");
  });

  it("drains for 3 s before it stops, except in the demo, unless configured otherwise", () => {
    expect(readConfig({}).DRAIN_SECONDS).toBe(0);
    expect(readConfig(production).DRAIN_SECONDS).toBe(3);
    expect(readConfig({ DRAIN_SECONDS: "10" }).DRAIN_SECONDS).toBe(10);
  });

  it("needs a mail server and a support address, except in the demo on this machine", () => {
    const unmailed = { ...production, SMTP_URL: "", SUPPORT_EMAIL: "" };
    for (const ENVIRONMENT of ["local", "staging", "production"])
      expect(() => readConfig({ ...unmailed, ENVIRONMENT })).toThrow(
        /SMTP_URL: must be set .*SUPPORT_EMAIL: must be set/,
      );
    expect(readConfig({}).SMTP_URL).toBeUndefined();
  });

  it.each([
    ["CLOCK_NOW", "2026-11-20T12:00:00Z"],
    ["FAILPOINTS", "export:started"],
  ])("accepts %s only in the demo on this machine", (name, value) => {
    for (const ENVIRONMENT of ["local", "staging", "production"])
      expect(() => readConfig({ ...production, ENVIRONMENT, [name]: value })).toThrow(
        `${name}: is for tests and the demo on this machine. Unset it.`,
      );
    expect(() => readConfig({ [name]: value })).not.toThrow();
  });

  it("warns of ALLOW_PRIVATE_HOSTS outside the demo on this machine, and of misspelled names", () => {
    const doubts = (environment: Record<string, string>) => findConfigWarnings(environment, readConfig(environment));
    for (const ENVIRONMENT of ["local", "production"])
      expect(doubts({ ...production, ENVIRONMENT, ALLOW_PRIVATE_HOSTS: "true" })).toEqual([
        "ALLOW_PRIVATE_HOSTS lets merchants have Sheaf call addresses in your own network. Unset it.",
      ]);
    expect(doubts({ ALLOW_PRIVATE_HOSTS: "true" })).toEqual([]);
    expect(doubts({ ...production, METRIC_PROT: "9464" })).toEqual([
      expect.stringMatching(/^Sheaf has no setting METRIC_PROT/),
    ]);
  });

  it("treats an empty value as unset", () => {
    expect(readConfig({ PORT: "" }).PORT).toBe(3000);
  });

  it.each([
    ["PORT", "abc"],
    ["PORT", "70000"],
    ["PORT", "1e3"],
    ["PORT", "0"],
    ["DEMO_ORDERS_PER_MINUTE", "-1"],
    ["DEMO_STORE_POINTS_PER_SECOND", "0"],
    ["STORE_URL_TEMPLATE", "ftp://{shop}.example"],
    ["STORE_URL_TEMPLATE", "javascript:{shop}"],
    ["SMTP_URL", "smtp://"],
    ["SMTP_URL", "smtp:mail"],
    ["APP_URL", "ftp://x"],
    ["APP_URL", "https://sheaf.example/app"],
    ["APP_URL", "https://sheaf.example/?a=1"],
    ["APP_URL", "https://sheaf.example/#a"],
    ["APP_URL", "https://user:secret@sheaf.example"],
    ["LINK_CHAT", "javascript:alert(1)"],
    ["OUTBOUND_ADDRESSES", "203.0.113.7, ftp.sheaf.example"],
    ["DATA_DIR", "  "],
    ["FAILPOINTS", "@@"],
    ["CLOCK_NOW", "yesterday"],
    ["MASTER_KEY", "short"],
    ["MASTER_KEY", `!${key}`],
    ["MASTER_KEY", `${key}!!!`],
    ["MASTER_KEY", `${key.slice(0, 20)} ${key.slice(20)}`],
    ["STORE_URL_TEMPLATE", "https://example.com"],
    ["STORE_URL_TEMPLATE", "{shop}"],
    ["STORE_ASSET_ORIGINS", "cdn.example"],
    ["STORE_ASSET_ORIGINS", "https://cdn.example/pictures"],
    ["STORE_ASSET_ORIGINS", "https://cdn.example,"],
    ["LOG_LEVEL", "loud"],
    ["ALLOW_PRIVATE_HOSTS", "yes"],
    ["ENVIRONMENT", "test"],
    ["SMTP_URL", "https://mail.example"],
    ["MAIL_FROM", "nobody"],
    ["MAIL_ENVELOPE_FROM", "bounces"],
    ["MAIL_CONNECTIONS", "0"],
    ["MAIL_PER_MINUTE", "0"],
    ["RATE_LIMIT", "60"],
  ])("stops the start with an error that names an invalid %s", (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(BadConfiguration);
    expect(() => readConfig({ [name]: value })).toThrow(`${name}:`);
  });

  it.each([key, key.slice(0, -1), ` ${Buffer.alloc(32, 255).toString("base64url")}\n`])(
    "accepts %j as a master key",
    (MASTER_KEY) => {
      expect(readConfig({ MASTER_KEY }).MASTER_KEY).toBe(MASTER_KEY);
    },
  );

  it.each([
    ["PORT", "abc", "PORT: must be a whole number from 1 to 65535, in digits."],
    ["APP_URL", "ftp://x", "APP_URL: must be http:// or https:// with a host"],
    ["SMTP_URL", "mail", "SMTP_URL: must be smtp:// or smtps:// with a host"],
    [
      "STORE_URL_TEMPLATE",
      "ftp://{shop}",
      "STORE_URL_TEMPLATE: must be an address that begins with http:// or https://.",
    ],
    ["DATA_DIR", " ", "DATA_DIR: must be a folder"],
    ["FAILPOINTS", "@@", "FAILPOINTS: must be name, name@passing or name^"],
    ["CLOCK_NOW", "yesterday", "CLOCK_NOW: must be a time with its offset"],
  ])("says which values are allowed for %s=%s", (name, value, sentence) => {
    expect(() => readConfig({ [name]: value })).toThrow(sentence);
  });
});
