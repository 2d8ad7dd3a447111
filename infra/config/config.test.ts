import { describe, expect, it } from "vitest";
import { BadConfiguration, readConfig } from "./config.ts";

describe("the configuration", () => {
  it("serves the app at 3000 over the demo store at 3100 when nothing is set", () => {
    const config = readConfig({});
    expect(config.APP_URL).toBe("http://localhost:3000");
    expect(config.STORE_URL_TEMPLATE).toBe("http://localhost:3100/{shop}");
    expect(config.demoStore).toBe(true);
    expect(config.DEMO_ORDERS_PER_MINUTE).toBe(0.2);
  });

  it("lets no new demo orders arrive when their newest moment is set", () => {
    expect(readConfig({ DEMO_NOW: "2026-11-01T00:00:00Z" }).DEMO_ORDERS_PER_MINUTE).toBe(0);
  });

  it("believes one proxy where the app is reached by https, and none where it is reached itself", () => {
    expect(readConfig({}).TRUST_PROXY).toBe(0);
    expect(readConfig({ APP_URL: "https://sheaf.example" }).TRUST_PROXY).toBe(1);
    expect(readConfig({ APP_URL: "https://sheaf.example", TRUST_PROXY: "2" }).TRUST_PROXY).toBe(2);
  });

  it("sends mail from the app's own host unless told otherwise", () => {
    expect(readConfig({}).MAIL_FROM).toBe("no-reply@localhost");
    expect(readConfig({ APP_URL: "https://sheaf.example/" }).MAIL_FROM).toBe("no-reply@sheaf.example");
    expect(readConfig({ MAIL_FROM: "reports@sheaf.example" }).MAIL_FROM).toBe("reports@sheaf.example");
  });

  it("knows three environments, local, staging and production, each with its own API base URL", () => {
    expect(readConfig({}).ENVIRONMENT).toBe("local");
    expect(
      [
        { ENVIRONMENT: "local" },
        { ENVIRONMENT: "staging", APP_URL: "https://staging.sheaf.example" },
        { ENVIRONMENT: "production", APP_URL: "https://sheaf.example/" },
      ].map((environment) => {
        const { ENVIRONMENT, API_URL } = readConfig(environment);
        return [ENVIRONMENT, API_URL];
      }),
    ).toEqual([
      ["local", "http://localhost:3000/api"],
      ["staging", "https://staging.sheaf.example/api"],
      ["production", "https://sheaf.example/api"],
    ]);
  });

  it.each(["staging", "production"])("does not start %s at the local address: its own must be set", (ENVIRONMENT) => {
    expect(() => readConfig({ ENVIRONMENT })).toThrow(`APP_URL: must be set when ENVIRONMENT is ${ENVIRONMENT}.`);
  });

  it("takes empty text for unset", () => {
    expect(readConfig({ PORT: "" }).PORT).toBe(3000);
  });

  it.each([
    ["PORT", "abc"],
    ["PORT", "70000"],
    ["CLOCK_NOW", "yesterday"],
    ["MASTER_KEY", "short"],
    ["STORE_URL_TEMPLATE", "https://example.com"],
    ["LOG_LEVEL", "loud"],
    ["ALLOW_PRIVATE_HOSTS", "yes"],
    ["ENVIRONMENT", "test"],
    ["SMTP_URL", "https://mail.example"],
    ["MAIL_FROM", "nobody"],
    ["RATE_LIMIT", "60"],
  ])("stops the start with a sentence that names a bad %s", (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(BadConfiguration);
    expect(() => readConfig({ [name]: value })).toThrow(`${name}:`);
  });
});
