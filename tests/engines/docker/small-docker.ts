import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { createProxy } from "../proxy.ts";

/** A running container. `ports`: the port of this machine behind each port of the container. */
type Running = { ports: Readonly<Record<number, number>>; log?: string; close?(): Promise<void> };

/** `start` runs the container with its environment. A container without `start` is unhealthy and logs nothing. */
export type Image = { start?(environment: Readonly<Record<string, string>>): Promise<Running> };

/** The body of a call that creates a container. */
type Created = {
  Image: string;
  Env?: string[];
  Labels?: Record<string, string>;
  ExposedPorts?: Record<string, unknown>;
  HostConfig?: { PortBindings?: Record<string, { HostPort?: string }[]> };
};
type Container = {
  created: Created;
  mapped: Record<string, number>;
  log: string;
  health: string;
  stop(): Promise<void>;
};
type Answer = { status: number; body?: unknown };

const portOf = (exposed: string): number => Number(exposed.split("/")[0]);

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString("utf8");
};

/** A line of standard output in the frame of Docker's logs. */
const framed = (text: string): Buffer => {
  const line = Buffer.from(`${text}\n`);
  const head = Buffer.from([1, 0, 0, 0, 0, 0, 0, 0]);
  head.writeUInt32BE(line.length, 4);
  return Buffer.concat([head, line]);
};

/**
 * Serves the part of Docker's engine API that Testcontainers needs to run and remove containers, on a TCP port. A
 * container is a function in this process. `imageOf`: the image of a name with its tag; undefined where it cannot be
 * had.
 */
export const createSmallDocker = async (imageOf: (name: string) => Image | undefined) => {
  const containers = new Map<string, Container>();
  const seen: string[] = [];

  const create = (created: Created): Answer => {
    if (!imageOf(created.Image)) return { status: 404, body: { message: `No such image: ${created.Image}` } };
    const Id = randomBytes(32).toString("hex");
    containers.set(Id, { created, mapped: {}, log: "", health: "starting", stop: async () => undefined });
    return { status: 201, body: { Id, Warnings: [] } };
  };

  /**
   * Maps every exposed port: a proxy listens on a port that was asked for; otherwise the container's own port is the
   * result.
   */
  const start = async (container: Container): Promise<Answer> => {
    const { Image, Env = [], ExposedPorts = {}, HostConfig } = container.created;
    const environment = Object.fromEntries(Env.map((pair) => [pair.split("=")[0], pair.slice(pair.indexOf("=") + 1)]));
    const running = await imageOf(Image)?.start?.(environment);
    const closing: (() => Promise<void>)[] = running?.close ? [running.close] : [];
    for (const exposed of Object.keys(ExposedPorts)) {
      const port = running?.ports[portOf(exposed)];
      const wanted = Number(HostConfig?.PortBindings?.[exposed]?.[0]?.HostPort || 0);
      const proxy = port && wanted ? await createProxy({ port }, { port: wanted }) : undefined;
      if (proxy) closing.push(proxy.close);
      container.mapped[exposed] = proxy?.port ?? port ?? 1;
    }
    container.log = running?.log ?? "";
    container.health = running ? "healthy" : "unhealthy";
    container.stop = async () => {
      for (const close of closing.splice(0)) await close();
    };
    return { status: 204 };
  };

  const inspect = (Id: string, { created, mapped, health }: Container): Answer => {
    const Ports = Object.fromEntries(
      Object.entries(mapped).map(([exposed, port]) => [exposed, [{ HostIp: "127.0.0.1", HostPort: String(port) }]]),
    );
    const State = { Status: "running", Running: true, StartedAt: new Date().toISOString(), Health: { Status: health } };
    const Config = { Hostname: Id.slice(0, 12), Image: created.Image, Labels: created.Labels ?? {} };
    const { HostConfig = {} } = created;
    return {
      status: 200,
      body: { Id, Name: `/${Id.slice(0, 12)}`, State, Config, HostConfig, NetworkSettings: { Ports, Networks: {} } },
    };
  };

  const ofContainer = async (id: string, what: string): Promise<Answer> => {
    const container = containers.get(id);
    if (!container) return { status: 404, body: { message: `No such container: ${id}` } };
    if (what === "POST start") return start(container);
    if (what === "GET json") return inspect(id, container);
    if (what === "GET logs") return { status: 200, body: framed(container.log) };
    if (what === "POST stop" || what === "DELETE ") await container.stop();
    if (what === "POST stop") return { status: 204 };
    if (what !== "DELETE ") return { status: 501, body: { message: `A small Docker does not know: ${what}` } };
    containers.delete(id);
    return { status: 204 };
  };

  const answerTo = async (request: IncomingMessage): Promise<Answer> => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://docker");
    const path = pathname.replace(/^\/v[\d.]+/, "");
    seen.push(`${request.method} ${path}`);
    if (path === "/info")
      return { status: 200, body: { OperatingSystem: "small", ServerVersion: "1", OSType: "linux" } };
    if (path === "/containers/json") return { status: 200, body: [] };
    if (path === "/containers/create") return create(JSON.parse(await bodyOf(request)));
    const [, id, action = ""] = /^\/containers\/([^/]+)(?:\/([a-z]+))?$/.exec(path) ?? [];
    if (id !== undefined) return ofContainer(id, `${request.method} ${action}`);
    const [, image] = /^\/images\/(.+)\/json$/.exec(path) ?? [];
    if (image !== undefined && imageOf(decodeURIComponent(image))) return { status: 200, body: { Id: image } };
    if (image !== undefined) return { status: 404, body: { message: `No such image: ${image}` } };
    if (path === "/images/create")
      return { status: 500, body: { message: `there is no ${searchParams.get("fromImage")} to be had` } };
    return { status: 501, body: { message: `A small Docker does not know ${path}.` } };
  };

  const server = createServer(async (request, response) => {
    const { status, body } = await answerTo(request).catch((error: unknown) => ({
      status: 500,
      body: { message: String(error) },
    }));
    if (Buffer.isBuffer(body)) response.writeHead(status).end(body);
    else response.writeHead(status, { "content-type": "application/json" }).end(body && JSON.stringify(body));
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  return {
    /** The value of DOCKER_HOST. */
    host: `tcp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** The images of all containers. */
    containers: () => [...containers.values()].map(({ created }) => created.Image),
    /** Every call so far, as `POST /path`. */
    seen: seen as readonly string[],
    async close() {
      for (const { stop } of containers.values()) await stop();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
