import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * `npm run compose-secrets`: makes the missing secret files of compose.yaml. Only the owner may enter the folder. Every
 * user may read the files, as containers see these modes.
 */

const folder = fileURLToPath(new URL("./secrets", import.meta.url));
const fileOf = (name: string): string => join(folder, name);

const keep = (name: string, make: () => string): string => {
  const file = fileOf(name);
  if (!existsSync(file)) {
    writeFileSync(file, `${make()}\n`, { flag: "wx" });
    chmodSync(file, 0o444);
    console.log(`${file} was made.`);
  }
  return readFileSync(file, "utf8").trim();
};

mkdirSync(folder, { recursive: true, mode: 0o700 });
chmodSync(folder, 0o700);
keep("master_key", () => randomBytes(32).toString("base64"));
keep("mongodb_key", () => randomBytes(512).toString("base64"));
const password = keep("mongodb_password", () => randomBytes(24).toString("base64url"));
keep("mongodb_url", () => `mongodb://sheaf:${password}@mongodb:27017/sheaf?replicaSet=sheaf&authSource=admin`);
if (!existsSync(fileOf("store_client_secret")))
  console.log(
    `Write the app's secret on the store platform to ${fileOf("store_client_secret")}, and let every user read the file.`,
  );
if (!existsSync(fileOf("support_client_secret")))
  console.log(
    `For the support console, write its secret at the OpenID Connect provider to ${fileOf("support_client_secret")}, and let every user read the file.`,
  );
console.log("Keep a copy of master_key apart from the backups: without it tokens and personal values cannot be read.");
