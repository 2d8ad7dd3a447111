import { type Document, ObjectId, Timestamp } from "mongodb";
import { createMongoProxy, type MongoProxy } from "./mongo-proxy.ts";

/** The response of a server that is not or no longer the primary. */
export const notPrimary: Document = {
  ok: 0,
  errmsg: "not primary",
  code: 10107,
  codeName: "NotWritablePrimary",
  errorLabels: ["RetryableWriteError"],
};

/** Something was written, and a majority has not said so in time. */
export const unconfirmed = (answer: Document): Document => ({
  ...answer,
  writeConcernError: {
    code: 64,
    codeName: "WriteConcernTimeout",
    errmsg: "waiting for replication timed out",
    errInfo: { wtimeout: true },
  },
});

/**
 * Two servers of one replica set, as far as a client sees: proxies of one engine, of which one leads. Each response
 * tells a time, which goes on with every command.
 */
export const createSet = async (target: { port: number }) => {
  const proxies: [MongoProxy, MongoProxy] = [await createMongoProxy(target), await createMongoProxy(target)];
  const hosts = proxies.map(({ port }) => `127.0.0.1:${port}`);
  let leader = 0;
  let elections = 1;
  let time = 1;

  proxies.forEach((proxy, n) => {
    proxy.greets((answer) => ({
      ...answer,
      setName: "rs0",
      setVersion: 1,
      hosts,
      me: hosts[n],
      primary: hosts[leader],
      ...(leader === n && { electionId: new ObjectId(elections) }),
      ismaster: leader === n,
      isWritablePrimary: leader === n,
      secondary: leader !== n,
      logicalSessionTimeoutMinutes: 30,
    }));
    proxy.always(({ command }) => {
      // A secondary answers only callers that accept that.
      if (leader !== n && command.$readPreference === undefined) return { refused: notPrimary };
      time += 1;
      const operationTime = new Timestamp({ t: time, i: 1 });
      return { amended: (answer) => ({ ...answer, operationTime }) };
    });
  });
  return {
    proxies,
    url: `mongodb://${hosts.join(",")}/?replicaSet=rs0`,
    leader: (): MongoProxy => (leader === 0 ? proxies[0] : proxies[1]),
    follower: (): MongoProxy => (leader === 0 ? proxies[1] : proxies[0]),
    /** The other one leads from now on. */
    elect(): void {
      leader = 1 - leader;
      elections += 1;
    },
    async close(): Promise<void> {
      for (const proxy of proxies) await proxy.close();
    },
  };
};
