import { describe, expect, it } from "vitest";
import { readConfig, settingNames } from "./config.ts";
import { findMisspelled } from "./misspelled.ts";

const find = (environment: Record<string, string>) => findMisspelled(environment, settingNames);
const none = { certain: [], doubtful: [] };

describe("a name in the environment that isn't a setting", () => {
  it.each([
    ["SMPT_URL", "SMTP_URL"],
    ["SMTP_UR", "SMTP_URL"],
    ["SMTP_URLS", "SMTP_URL"],
    ["MONGODB_URI", "MONGODB_URL"],
    ["MASTER_KEY_FIEL", "MASTER_KEY_FILE"],
    ["EXPORTER_LANE", "EXPORTER_LANES"],
  ])("stops the start if it is one letter or one swap away from a long one that is unset: %s", (name, meant) => {
    expect(find({ [name]: "x" })).toEqual({
      certain: [`${name}: isn't a setting. Write ${meant}, or unset ${name}.`],
      doubtful: [],
    });
    expect(() => readConfig({ [name]: "x" })).toThrow(
      `The configuration is wrong. ${name}: isn't a setting. Write ${meant}`,
    );
  });

  it("is reported along with other errors", () => {
    expect(() => readConfig({ SMPT_URL: "x", PORT: "abc" })).toThrow(/SMPT_URL: isn't a setting\. .* PORT: must be/);
  });

  it.each([
    ["APP_ULR", "APP_URL"],
    ["PROT", "PORT"],
    ["MONGO_URL", "MONGODB_URL"],
  ])("causes a warning if it is less certain: %s", (name, meant) => {
    const sentence = `Sheaf has no setting ${name} and ignores it. If it is meant for Sheaf, write ${meant}.`;
    expect(find({ [name]: "x" })).toEqual({ certain: [], doubtful: [sentence] });
    expect(() => readConfig({ [name]: "x" })).not.toThrow();
  });

  it("is ignored if that setting is set, the value is empty, or no setting is similar", () => {
    expect(find({ SMPT_URL: "x", SMTP_URL: "y" })).toEqual(none);
    expect(find({ SMPT_URL: "" })).toEqual(none);
    expect(find({ HOME: "/", PATH: "/bin", HOSTNAME: "web-1", LANG: "C", npm_package_name: "sheaf" })).toEqual(none);
  });

  it("is never reported for a setting", () => {
    expect(find(Object.fromEntries(settingNames.map((name) => [name, "x"])))).toEqual(none);
    for (const name of settingNames) expect(find({ [name]: "x" })).toEqual(none);
  });
});
