import { describe, expect, it } from "vitest";
import { BadConfiguration, readConfig } from "./config.ts";

const real = {
  ENVIRONMENT: "production",
  STORE_CLIENT_ID: "an-id",
  APP_URL: "https://sheaf.example",
  STORE_URL_TEMPLATE: "https://{shop}.shops.example",
  STORE_CLIENT_SECRET: "a secret",
  SMTP_URL: "smtp://mail.example:587",
  SUPPORT_EMAIL: "help@sheaf.example",
};
const provider = {
  SUPPORT_ISSUER: "https://sign-in.example",
  SUPPORT_URL: "https://support.example/",
  SUPPORT_CLIENT_SECRET: "another one",
};

describe("the support console", () => {
  it("has demo users only in the demo", () => {
    const demo = readConfig({ DEMO_STORE_PORT: "4100", SUPPORT_PORT: "4200" });
    expect(demo).toMatchObject({
      SUPPORT_ISSUER: "http://localhost:4100/people",
      SUPPORT_URL: "http://localhost:4200",
      demoPeople: true,
    });
    const others = [
      real,
      { ...real, ...provider },
      { SUPPORT_ISSUER: "http://localhost:9999" },
      { SUPPORT_CONSOLE: "false" },
      { ...real, ENVIRONMENT: "local" },
      { STORE_URL_TEMPLATE: "http://localhost:3100/{shop}" },
    ];
    for (const environment of others) expect(readConfig(environment).demoPeople).toBe(false);
  });

  it("is on if a sign-in provider is named, unless it is switched off", () => {
    expect(readConfig(real).SUPPORT_ISSUER).toBeUndefined();
    expect(readConfig({ ...real, ...provider })).toMatchObject({
      SUPPORT_ISSUER: "https://sign-in.example",
      SUPPORT_URL: "https://support.example",
    });
    expect(readConfig({ ...real, ...provider, SUPPORT_CONSOLE: "false" }).SUPPORT_ISSUER).toBeUndefined();
    expect(readConfig({ SUPPORT_CONSOLE: "false" }).SUPPORT_ISSUER).toBeUndefined();
  });

  it.each([
    [{ ...real, ...provider, SUPPORT_ISSUER: "http://sign-in.example" }, /SUPPORT_ISSUER: must begin with https/],
    [
      { ...real, ...provider, ENVIRONMENT: "local", SUPPORT_URL: "" },
      /SUPPORT_URL: must be set where SUPPORT_ISSUER is/,
    ],
    [{ ...real, ...provider, SUPPORT_URL: "" }, /SUPPORT_URL: must be set where SUPPORT_ISSUER is/],
    [{ ...real, ...provider, SUPPORT_CLIENT_SECRET: "" }, /SUPPORT_CLIENT_SECRET: must be set/],
    [{ SUPPORT_PORT: "3000" }, /PORT and SUPPORT_PORT are both 3000/],
    [{ SUPPORT_PORT: "3100" }, /SUPPORT_PORT and DEMO_STORE_PORT are both 3100/],
    [{ SUPPORT_URL: "https://support.example/console" }, /SUPPORT_URL/],
  ])("does not start with invalid settings: %j", (environment, sentence) => {
    expect(() => readConfig(environment)).toThrow(BadConfiguration);
    expect(() => readConfig(environment)).toThrow(sentence);
  });

  it("uses no port if it is off", () => {
    expect(readConfig({ SUPPORT_CONSOLE: "false", SUPPORT_PORT: "3000" }).PORT).toBe(3000);
  });
});
