import { connect, createServer, type Server, type Socket } from "node:net";

/** Network faults of an engine. `silent`: connections stay open, and nothing gets through. */
export type Trouble = { kind: "none" } | { kind: "refused" } | { kind: "silent" } | { kind: "slow"; ms: number };

export type Proxy = {
  port: number;
  /** From now on. Data held back in silence comes through when the silence ends. */
  set(trouble: Trouble): Promise<void>;
  /** Breaks every open connection. New ones behave as {@link Proxy.set} says. */
  cut(): void;
  /**
   * Breaks the connection on which the next answer comes, before any of it is seen. The request was carried out.
   * Resolves when it broke.
   */
  cutAtNextAnswer(): Promise<void>;
  close(): Promise<void>;
};

/** A local proxy in front of an engine that cuts, blocks and delays. `port` 0: a free one. */
export const createProxy = async (target: { host?: string; port: number }, { port = 0 } = {}): Promise<Proxy> => {
  let trouble: Trouble = { kind: "none" };
  let loseAnswer: (() => void) | undefined;
  const pairs = new Set<{ client: Socket; engine: Socket }>();
  const held: (() => void)[] = [];

  const pass = (from: Socket, to: Socket, isAnswer: boolean) => {
    from.on("data", (bytes: Buffer) => {
      if (isAnswer && loseAnswer) {
        loseAnswer();
        loseAnswer = undefined;
        from.destroy();
        to.destroy();
        return;
      }
      const send = () => {
        if (to.writable && !to.write(bytes)) {
          from.pause();
          to.once("drain", () => from.resume());
        }
      };
      if (trouble.kind === "silent") held.push(send);
      else if (trouble.kind === "slow") setTimeout(send, trouble.ms);
      else send();
    });
  };

  const accept = (client: Socket) => {
    if (trouble.kind === "refused") return void client.destroy();
    const engine = connect({ port: target.port, host: target.host ?? "127.0.0.1" });
    const pair = { client, engine };
    pairs.add(pair);
    for (const socket of [client, engine]) {
      socket.setNoDelay(true);
      // Its end is what counts, and comes with it.
      socket.on("error", () => undefined);
      socket.on("close", () => {
        pairs.delete(pair);
        client.destroy();
        engine.destroy();
      });
    }
    pass(client, engine, false);
    pass(engine, client, true);
  };

  const server: Server = createServer(accept);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The proxy has no port.");

  const cut = () => {
    held.length = 0;
    for (const { client, engine } of pairs) {
      client.destroy();
      engine.destroy();
    }
  };
  return {
    port: address.port,
    async set(next) {
      trouble = next;
      if (next.kind === "refused") cut();
      if (next.kind !== "silent") for (const send of held.splice(0)) send();
    },
    cut,
    cutAtNextAnswer: () =>
      new Promise((resolve) => {
        loseAnswer = resolve;
      }),
    async close() {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
