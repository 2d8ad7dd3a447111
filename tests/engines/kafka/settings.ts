import { freePort } from "#tests/support/start-sheaf.ts";

export type Ports = {
  direct: number;
  behindProxy: number;
  proxy: number;
  secure: number;
  internal: number;
  controller: number;
};

export const portsOfOne = async (): Promise<Ports> => {
  const [direct, behindProxy, proxy, secure, internal, controller] = await Promise.all(
    Array.from({ length: 6 }, freePort),
  );
  if (!direct || !behindProxy || !proxy || !secure || !internal || !controller)
    throw new Error("There are no free ports.");
  return { direct, behindProxy, proxy, secure, internal, controller };
};

/** `advertised`: the `host:port` that the broker tells clients; undefined for a controller. */
type Listener = { name: string; protocol?: "SASL_SSL"; port: number; advertised?: string };

export type Layout = {
  node: number;
  /** `id@host:port` of every controller. */
  voters: readonly string[];
  /** The address to listen on; empty for all. */
  bind: string;
  listeners: readonly Listener[];
  folder: string;
};

/** The listeners of every broker. `host`: where clients reach it. */
export const plainListeners = (own: Ports, host: string): Listener[] => [
  { name: "DIRECT", port: own.direct, advertised: `${host}:${own.direct}` },
  { name: "PROXIED", port: own.behindProxy, advertised: `127.0.0.1:${own.proxy}` },
  { name: "INTERNAL", port: own.internal, advertised: `127.0.0.1:${own.internal}` },
  { name: "CONTROLLER", port: own.controller },
];

/** The settings of a small broker and controller in KRaft mode, without TLS and logins. */
export const settingsOf = ({ node, voters, bind, listeners, folder }: Layout): Record<string, string> => {
  const copies = String(Math.min(3, voters.length));
  const list = (textOf: (listener: Listener) => string | undefined): string =>
    listeners.flatMap((listener) => textOf(listener) ?? []).join(",");
  return {
    "process.roles": "broker,controller",
    "node.id": String(node),
    "controller.quorum.voters": voters.join(","),
    listeners: list(({ name, port }) => `${name}://${bind}:${port}`),
    "advertised.listeners": list(({ name, advertised }) => advertised && `${name}://${advertised}`),
    "listener.security.protocol.map": list(({ name, protocol = "PLAINTEXT" }) => `${name}:${protocol}`),
    "controller.listener.names": "CONTROLLER",
    "inter.broker.listener.name": "INTERNAL",
    "log.dirs": folder,
    "auto.create.topics.enable": "false",
    "group.initial.rebalance.delay.ms": "0",
    "offsets.topic.num.partitions": "3",
    "offsets.topic.replication.factor": copies,
    "transaction.state.log.replication.factor": copies,
    "transaction.state.log.min.isr": "1",
    "broker.session.timeout.ms": "6000",
    "num.network.threads": "2",
    "num.io.threads": "2",
    "background.threads": "2",
    "log.cleaner.dedupe.buffer.size": "4194304",
    // Retention and compaction, where a topic has them, begin soon.
    "log.cleaner.backoff.ms": "100",
    "log.retention.check.interval.ms": "200",
    "log.initial.task.delay.ms": "200",
    "log.index.size.max.bytes": "1048576",
  };
};
