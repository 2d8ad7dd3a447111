import { expect, it } from "vitest";
import { readConfig } from "./config.ts";
import { platformOrigins } from "./platform-origins.ts";

it("treats only the shop's own origin and the configured ones as the platform's", () => {
  const demo = readConfig({});
  expect(platformOrigins(demo, "aurora")).toEqual(["http://localhost:3100"]);
  const real = readConfig({
    ENVIRONMENT: "local",
    STORE_URL_TEMPLATE: "https://{shop}.shops.example",
    STORE_CLIENT_ID: "an-id",
    STORE_CLIENT_SECRET: "hush",
    SMTP_URL: "smtp://mail.example:587",
    SUPPORT_EMAIL: "help@sheaf.example",
    STORE_ASSET_ORIGINS: "https://cdn.example, http://10.0.0.7:8080/",
  });
  expect(platformOrigins(real, "aurora")).toEqual([
    "https://aurora.shops.example",
    "https://cdn.example",
    "http://10.0.0.7:8080",
  ]);
});
