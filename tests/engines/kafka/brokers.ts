import { type ChildProcess, execFile, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { Kafka } from "kafkajs";
import { patchRequestQueue } from "#infra/kafka/patch-request-queue.ts";
import { certificate } from "#tests/protocols/certificates.ts";
import { until } from "#tests/support/until.ts";
import { type Ports, plainListeners, portsOfOne, settingsOf } from "./settings.ts";

const run = promisify(execFile);
patchRequestQueue();

/** A broker's memory limit, for tests. */
const heap = ["-Xms64m", "-Xmx384m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"];
const quiet = "-Dorg.slf4j.simpleLogger.defaultLogLevel=error";

export const secureLogin = { username: "sheaf", password: "p@ss:w/rd%" };

export type Brokers = {
  /** Each broker's `host:port`. */
  direct: string[];
  /** Each broker's port to listen on, and its advertised port, where a proxy may be. `host`: default: this machine. */
  proxied: { host?: string; port: number; advertised: number }[];
  /** Each broker's `host:port` with TLS and a login ({@link secureLogin}). */
  secure: string[];
  /** Ends one at once, as a machine that loses its power. */
  kill(n: number): Promise<void>;
  /** Starts one again, with what it had. */
  start(n: number): Promise<void>;
  stop(): Promise<void>;
};

const settingsText = (n: number, ports: readonly Ports[], own: Ports, folder: string, pem: string): string => {
  const jaas = (module: string, options = ""): string =>
    `org.apache.kafka.common.security.${module} required${options};`;
  const secure = {
    name: "SECURE",
    protocol: "SASL_SSL",
    port: own.secure,
    advertised: `localhost:${own.secure}`,
  } as const;
  return Object.entries({
    ...settingsOf({
      node: n + 1,
      voters: ports.map(({ controller }, m) => `${m + 1}@127.0.0.1:${controller}`),
      bind: "127.0.0.1",
      listeners: [...plainListeners(own, "127.0.0.1"), secure],
      folder: join(folder, `data-${n}`),
    }),
    "sasl.enabled.mechanisms": "SCRAM-SHA-512,PLAIN",
    "listener.name.secure.scram-sha-512.sasl.jaas.config": jaas("scram.ScramLoginModule"),
    "listener.name.secure.plain.sasl.jaas.config": jaas(
      "plain.PlainLoginModule",
      ` user_${secureLogin.username}="${secureLogin.password}"`,
    ),
    "listener.name.secure.ssl.keystore.type": "PEM",
    "listener.name.secure.ssl.keystore.location": pem,
  })
    .map(([name, value]) => `${name}=${value}`)
    .join("\n");
};

/** Real brokers, of Kafka's Maven artifacts, in KRaft mode, in a temporary folder that goes with them. Resolves when all are ready. */
export const startBrokers = async (classPath: string, count: number): Promise<Brokers> => {
  const folder = await mkdtemp(join(tmpdir(), "sheaf-kafka-"));
  const ports = await Promise.all(Array.from({ length: count }, portsOfOne));
  const children: (ChildProcess | undefined)[] = [];
  const killAll = (): void => {
    for (const child of children) child?.kill("SIGKILL");
  };
  process.once("exit", killAll);
  const pem = join(folder, "server.pem");
  await writeFile(pem, `${certificate.key}\n${certificate.cert}`);
  const cluster = randomBytes(16).toString("base64url");
  const said: string[] = [];

  const java = (...args: string[]): string[] => [...heap, quiet, "-cp", classPath, ...args];
  const fileOf = (n: number): string => join(folder, `broker-${n}.properties`);
  const format = async (own: Ports, n: number): Promise<void> => {
    await writeFile(fileOf(n), settingsText(n, ports, own, folder, pem));
    // It may begin with a dash, as an option does.
    const id = `--cluster-id=${cluster}`;
    const scram = `SCRAM-SHA-512=[name=${secureLogin.username},password=${secureLogin.password}]`;
    await run("java", java("kafka.tools.StorageTool", "format", id, "-c", fileOf(n), "--add-scram", scram));
  };
  const begin = (n: number): void => {
    const child = spawn("java", java("kafka.Kafka", fileOf(n)), { stdio: ["ignore", "pipe", "pipe"] });
    for (const stream of [child.stdout, child.stderr])
      stream?.on("data", (text: Buffer) => {
        said.push(text.toString());
        if (said.length > 40) said.shift();
      });
    children[n] = child;
  };
  const direct = ports.map((own) => `127.0.0.1:${own.direct}`);
  const ready = async (): Promise<void> => {
    const admin = new Kafka({ brokers: direct, logCreator: () => () => undefined, retry: { retries: 0 } }).admin();
    const isReady = async (): Promise<boolean> => {
      if (children.some((child) => child?.exitCode != null)) throw new Error(`A broker ended:\n${said.join("")}`);
      try {
        await admin.connect();
        return (await admin.describeCluster()).brokers.length === count;
      } catch {
        return false;
      }
    };
    try {
      await until("all brokers are ready", isReady, { within: 90_000, every: 200, picture: () => said.join("") });
    } finally {
      await admin.disconnect();
    }
  };
  const kill = async (n: number): Promise<void> => {
    const child = children[n];
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, "exit");
    child.kill("SIGKILL");
    await exited;
    children[n] = undefined;
  };
  const stop = async (): Promise<void> => {
    for (const n of ports.keys()) await kill(n);
    process.off("exit", killAll);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await Promise.all(ports.map(format));
    for (const n of ports.keys()) begin(n);
    await ready();
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    direct,
    proxied: ports.map(({ behindProxy, proxy }) => ({ port: behindProxy, advertised: proxy })),
    secure: ports.map(({ secure }) => `localhost:${secure}`),
    kill,
    async start(n) {
      begin(n);
      await ready();
    },
    stop,
  };
};
