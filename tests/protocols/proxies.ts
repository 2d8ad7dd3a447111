import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { request as requestPlainly } from "node:http";
import { request } from "node:https";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "#tests/support/start-sheaf.ts";
import { until } from "#tests/support/until.ts";
import { certificate } from "./certificates.ts";

/** The proxies that docs/operations.md has a configuration for, by the language of its block. */
export const proxyKinds = ["nginx", "haproxy", "caddy"] as const;
export type ProxyKind = (typeof proxyKinds)[number];
const languageOf = { nginx: "nginx", haproxy: "haproxy", caddy: "caddyfile" } as const;

const documented = (kind: ProxyKind): string => {
  const text = readFileSync(new URL("../../docs/operations.md", import.meta.url), "utf8");
  const [, block] = new RegExp(`^\`\`\`${languageOf[kind]}\\n([\\s\\S]*?)^\`\`\`$`, "m").exec(text) ?? [];
  if (block === undefined) throw new Error(`docs/operations.md has no configuration of ${kind}.`);
  return block;
};

/** Replaces the machine's own parts. If one isn't found, it was renamed in the document, and the test must follow. */
const replaced = (config: string, pairs: readonly (readonly [string, string])[]): string =>
  pairs.reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`The configuration in docs/operations.md lacks '${from}'.`);
    return text.replaceAll(from, to);
  }, config);

/** The whole configuration as a file of `folder`, and how the proxy is started with it. */
const preparations: Record<
  ProxyKind,
  (config: string, at: { folder: string; port: number; plain: number; to: number }) => [string, string[]]
> = {
  nginx: (config, { folder, port, plain, to }) => {
    const server = replaced(config, [
      ["127.0.0.1:3000", `127.0.0.1:${to}`],
      ["listen 443", `listen 127.0.0.1:${port}`],
      ["listen [::]:443", `listen [::1]:${port}`],
      ["listen 80", `listen 127.0.0.1:${plain}`],
      ["listen [::]:80", `listen [::1]:${plain}`],
      ["/etc/sheaf/tls", folder],
      ["/var/log/nginx/sheaf.log", join(folder, "access.log")],
      ["/var/log/nginx/error.log", join(folder, "error.log")],
    ]);
    const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
      (name) => `${name}_temp_path ${folder}/${name};`,
    );
    const user = process.getuid?.() === 0 ? "user root;" : "";
    const own = `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; ${user} events {} http { ${paths.join(" ")}\n${server}}`;
    return [own, ["-e", join(folder, "error.log"), "-c", join(folder, "config")]];
  },
  haproxy: (config, { folder, port, plain, to }) => [
    replaced(config, [
      ["127.0.0.1:3000", `127.0.0.1:${to}`],
      ["bind :443", `bind 127.0.0.1:${port}`],
      ["bind :::443", `bind ::1:${port}`],
      ["bind :80", `bind 127.0.0.1:${plain}`],
      ["bind :::80", `bind ::1:${plain}`],
      ["/etc/sheaf/tls", folder],
      // It can't change its user where it is not root, and needn't.
      ["  user haproxy\n  group haproxy\n", ""],
    ]),
    ["-db", "-f", join(folder, "config")],
  ],
  caddy: (config, { folder, port, to }) => [
    `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${replaced(config, [
      ["127.0.0.1:3000", `127.0.0.1:${to}`],
      ["sheaf.example {", `https://localhost:${port} {\n\tbind 127.0.0.1`],
      ["/etc/sheaf/tls", folder],
      ["/var/log/caddy/sheaf.log", join(folder, "access.log")],
    ])}`,
    ["run", "--adapter", "caddyfile", "--config", join(folder, "config")],
  ],
};

type Answer = { status: number; headers: NodeJS.Dict<string | string[]>; text: string };

export type RunningProxy = {
  /** Sends a request through the proxy. `onText`: gets each chunk of the response. */
  ask(
    path: string,
    given?: { method?: string; body?: Buffer; headers?: Record<string, string>; onText?: (text: string) => void },
  ): Promise<Answer>;
  /** Sends a request to a local address, by TLS, and without it at the port used for 80. */
  askAt(
    address: string,
    path: string,
  ): Promise<{ status: number | undefined; plainly: Pick<Answer, "status" | "headers"> }>;
  /** Reads a body at so many bytes a second; answers how many came in all. */
  readSlowly(path: string, bytesPerSecond: number): Promise<number>;
  /** All that it logged: requests, errors, and its output. */
  log(): Promise<string>;
  close(): Promise<void>;
};

const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("close", () => undefined).once("connect", () => socket.destroy());
  });

const start = (url: URL, given: { method?: string; headers?: Record<string, string> } = {}) =>
  request(url, { ...given, agent: false, rejectUnauthorized: false, servername: "localhost" });

/** Starts a proxy with its documented configuration, in front of a port of this machine. */
export const startProxy = async (kind: ProxyKind, program: string, to: number): Promise<RunningProxy> => {
  const folder = await mkdtemp(join(tmpdir(), `sheaf-${kind}-`));
  const [port, plain] = [await freePort(), await freePort()];
  await writeFile(join(folder, "fullchain.pem"), certificate.cert);
  await writeFile(join(folder, "privkey.pem"), certificate.key);
  await writeFile(join(folder, "sheaf.pem"), `${certificate.cert}\n${certificate.key}\n`);
  await mkdir(join(folder, "home"));
  const [config, flags] = preparations[kind](documented(kind), { folder, port, plain, to });
  await writeFile(join(folder, "config"), config);
  const child: ChildProcess = spawn(program, flags, {
    env: { PATH: process.env.PATH, HOME: join(folder, "home") },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = once(child, "exit");
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (text) => (said += String(text)));
  const close = async (): Promise<void> => {
    child.kill("SIGTERM");
    const hard = setTimeout(() => child.kill("SIGKILL"), 2_000);
    await ended;
    clearTimeout(hard);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await until(`${kind} listens`, () => {
      if (child.exitCode !== null) throw new Error(`${kind} ended: ${said}`);
      return listens(port);
    });
  } catch (error) {
    await close();
    throw error;
  }
  const at = (path: string) => new URL(path, `https://localhost:${port}`);
  return {
    ask: async (path, { body, onText, ...given } = {}) => {
      const asked = start(at(path), given);
      const answered = once(asked, "response");
      asked.end(body);
      const [response] = await answered;
      let text = "";
      for await (const piece of response) {
        text += String(piece);
        onText?.(text);
      }
      return { status: response.statusCode, headers: response.headers, text };
    },
    askAt: async (address, path) => {
      const at = { host: address, path, agent: false, headers: { host: "sheaf.example" } };
      const asked = [
        request({ ...at, port, rejectUnauthorized: false, servername: "localhost" }),
        requestPlainly({ ...at, port: plain }),
      ].map(async (sent) => {
        const answered = once(sent, "response");
        sent.end();
        const [response] = await answered;
        response.resume();
        return { status: response.statusCode, headers: response.headers };
      });
      const [safely, plainly] = await Promise.all(asked);
      if (!safely || !plainly) throw new Error("Both are asked.");
      return { status: safely.status, plainly };
    },
    readSlowly: async (path, bytesPerSecond) => {
      const asked = start(at(path));
      const answered = once(asked, "response");
      asked.end();
      const [response] = await answered;
      const began = performance.now();
      let read = 0;
      for await (const piece of response) {
        read += (piece as Buffer).length;
        const ahead = (read / bytesPerSecond) * 1_000 - (performance.now() - began);
        if (ahead > 0) await new Promise((resume) => setTimeout(resume, ahead));
      }
      return read;
    },
    log: async () => {
      const files = kind === "haproxy" ? [] : kind === "nginx" ? ["access.log", "error.log"] : ["access.log"];
      const logs = await Promise.all(files.map((file) => readFile(join(folder, file), "utf8")));
      return [said, ...logs].join("\n");
    },
    close,
  };
};
