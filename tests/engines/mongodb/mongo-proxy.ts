import { connect, createServer, type Socket } from "node:net";
import type { Document } from "mongodb";
import { answerLike, answerTo, contentOf, createFraming, type Frame, nameOf } from "./frames.ts";

/**
 * The fate of a command. `refused`: it isn't executed, and gets this response. `amended`: it is executed, and gets this
 * answer instead of the real one. `lost`: it is executed, and the connection breaks before the response. `held`: the
 * engine gets it when the promise resolves. `lasting`: the engine gets it after so many ms, unless its client has gone
 * before.
 */
export type Fate =
  | { refused: Document }
  | { amended: (answer: Document) => Document }
  | { lost: true }
  | { held: Promise<void> }
  | { lasting: number; onDone: () => void };

export type MongoProxy = Awaited<ReturnType<typeof createMongoProxy>>;

type Ask = { name: string; command: Document };

/**
 * Sits between a client and MongoDB, speaks its protocol and changes commands and responses: so a stand-in gives
 * answers that it doesn't have itself, in real bytes.
 */
export const createMongoProxy = async (target: { port: number }) => {
  const seen: Ask[] = [];
  const planned: { name: string; fate: Fate; happened: () => void }[] = [];
  let always: (ask: Ask) => Fate | undefined = () => undefined;
  let greet = (answer: Document): Document => answer;
  const sockets = new Set<Socket>();
  let late = 0;

  const fateOf = (ask: Ask): Fate | undefined => {
    const at = planned.findIndex(({ name }) => name === ask.name);
    if (at === -1) return always(ask);
    const [plan] = planned.splice(at, 1);
    plan?.happened();
    return plan?.fate;
  };
  const isGreeting = (name: string): boolean => ["hello", "ismaster"].includes(name.toLowerCase());

  const server = createServer((client) => {
    const engine = connect({ port: target.port, host: "127.0.0.1" });
    const fates = new Map<number, Fate>();
    const end = (): void => {
      for (const socket of [client, engine]) {
        sockets.delete(socket);
        socket.destroy();
      }
    };
    for (const socket of [client, engine]) {
      sockets.add(socket);
      socket.setNoDelay(true);
      // Its end is what counts, and comes with it.
      socket.on("error", () => undefined);
    }
    let holding = 0;
    engine.on("close", end);
    client.on("close", () => {
      // A held command still reaches the engine, like bytes that were in transit.
      if (holding === 0) end();
    });
    const asks = createFraming();
    const answers = createFraming();

    const pass = (question: Frame): void => {
      const command = contentOf(question);
      const ask = { name: nameOf(command), command };
      if (isGreeting(ask.name)) {
        fates.set(question.requestId, { amended: greet });
        return void engine.write(question.bytes);
      }
      seen.push(ask);
      const fate = fateOf(ask);
      if (!fate) return void engine.write(question.bytes);
      if ("refused" in fate) return void client.write(answerTo(question, fate.refused));
      if ("held" in fate) {
        holding += 1;
        return void fate.held.then(() => engine.write(question.bytes));
      }
      if ("lasting" in fate) {
        const timer = setTimeout(() => {
          fate.onDone();
          engine.write(question.bytes);
        }, fate.lasting);
        client.once("close", () => clearTimeout(timer));
        return;
      }
      fates.set(question.requestId, fate);
      engine.write(question.bytes);
    };
    client.on("data", (bytes: Buffer) => {
      for (const question of asks(bytes)) pass(question);
    });
    engine.on("data", (bytes: Buffer) => {
      for (const answer of answers(bytes)) {
        const fate = fates.get(answer.responseTo);
        fates.delete(answer.responseTo);
        if (client.destroyed) late += 1;
        if (fate && "lost" in fate) return end();
        client.write(fate && "amended" in fate ? answerLike(answer, fate.amended(contentOf(answer))) : answer.bytes);
      }
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The proxy has no port.");

  return {
    port: address.port,
    url: `mongodb://127.0.0.1:${address.port}`,
    /** Commands that came, without greetings, in order. */
    commands: seen as readonly Ask[],
    commandsNamed: (name: string): Document[] => seen.filter((ask) => ask.name === name).map(({ command }) => command),
    /** How many answers came for clients that had gone. */
    lateAnswers: () => late,
    clear(): void {
      seen.length = 0;
    },
    /** Sets the fate of the next command with a name. Resolves when it came. */
    next: (name: string, fate: Fate): Promise<void> =>
      new Promise((resolve) => {
        planned.push({ name, fate, happened: resolve });
      }),
    /** Sets the fate of all other commands. */
    always(how: (ask: Ask) => Fate | undefined): void {
      always = how;
    },
    /**
     * From now on an index takes so many ms to build. As MongoDB does, it gives the build up when the client that asked
     * for it goes.
     */
    builds(ms: number): { begun: number; done: number } {
      const count = { begun: 0, done: 0 };
      const before = always;
      always = (ask) => {
        if (ask.name !== "createIndexes") return before(ask);
        count.begun += 1;
        return {
          lasting: ms,
          onDone: () => {
            count.done += 1;
          },
        };
      };
      return count;
    },
    /** Changes the server's response about itself. */
    greets(how: (answer: Document) => Document): void {
      greet = how;
    },
    async close(): Promise<void> {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
