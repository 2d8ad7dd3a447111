import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readConfig } from "./config.ts";
import { secretSettings } from "./secret-files.ts";

const key = Buffer.alloc(32, 1).toString("base64");
const examples: Record<(typeof secretSettings)[number], string> = {
  EVENTSTORE_URL: "esdb://name:hush@events:2113",
  MONGODB_URL: "mongodb://name:hush@documents:27017/sheaf",
  KAFKA_BROKERS: "kafka-1:9092,kafka-2:9092",
  MASTER_KEY: key,

  STORE_CLIENT_SECRET: "hush",
  STORE_CLIENT_SECRET_PREVIOUS: "hush-before",
  SMTP_URL: "smtp://name:hush@mail:587",
  SUPPORT_CLIENT_SECRET: "hush-support",
};

describe("a secret from a file", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "sheaf-secrets-"));
  });
  afterEach(() => rm(folder, { recursive: true }));
  const fileOf = async (text: string): Promise<string> => {
    const path = join(folder, "secret");
    await writeFile(path, text);
    return path;
  };

  it.each(secretSettings)("is read as %s itself would be, without the trailing line break", async (name) => {
    const path = await fileOf(`${examples[name]}\n`);
    expect(readConfig({ MASTER_KEY: name === "MASTER_KEY" ? "" : key, [`${name}_FILE`]: path })[name]).toBe(
      examples[name],
    );
  });

  it("is refused if the setting is also given directly", async () => {
    const path = await fileOf(key);
    expect(() => readConfig({ MASTER_KEY: key, MASTER_KEY_FILE: path })).toThrow(
      /MASTER_KEY: is set twice, directly and by MASTER_KEY_FILE\. Unset one/,
    );
  });

  it("is refused with an error that says why if the file is missing, a folder, or empty", async () => {
    expect(() => readConfig({ SMTP_URL_FILE: join(folder, "none") })).toThrow(
      /SMTP_URL_FILE: .*none cannot be read \(there is no such file\)/,
    );
    expect(() => readConfig({ SMTP_URL_FILE: folder })).toThrow(/cannot be read \(it is a folder\)/);
    const path = await fileOf(" \n");
    expect(() => readConfig({ SMTP_URL_FILE: path })).toThrow(/SMTP_URL_FILE: .* is empty\. Write the value/);
  });

  it("is validated like the setting itself, and never repeated in the error", async () => {
    const path = await fileOf("http://name:hush@mail:587");
    expect(() => readConfig({ SMTP_URL_FILE: path })).toThrow(/^(?!.*hush).*SMTP_URL: must be smtp/);
  });
});
