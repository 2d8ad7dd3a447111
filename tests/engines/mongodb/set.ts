import { type Document, ObjectId, Timestamp } from "mongodb";
import { createFront, type Front } from "./front.ts";

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
 * Two servers of one replica set, as far as a client sees: fronts of one engine, of which one leads. Each response
 * tells a time, which goes on with every command.
 */
export const createSet = async (target: { port: number }) => {
  const fronts: [Front, Front] = [await createFront(target), await createFront(target)];
  const hosts = fronts.map(({ port }) => `127.0.0.1:${port}`);
  let leader = 0;
  let elections = 1;
  let time = 1;

  fronts.forEach((front, n) => {
    front.greets((answer) => ({
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
    front.always(({ command }) => {
      // A secondary answers only callers that accept that.
      if (leader !== n && command.$readPreference === undefined) return { refused: notPrimary };
      time += 1;
      const operationTime = new Timestamp({ t: time, i: 1 });
      return { amended: (answer) => ({ ...answer, operationTime }) };
    });
  });
  return {
    fronts,
    url: `mongodb://${hosts.join(",")}/?replicaSet=rs0`,
    leader: (): Front => (leader === 0 ? fronts[0] : fronts[1]),
    follower: (): Front => (leader === 0 ? fronts[1] : fronts[0]),
    /** The other one leads from now on. */
    elect(): void {
      leader = 1 - leader;
      elections += 1;
    },
    async close(): Promise<void> {
      for (const front of fronts) await front.close();
    },
  };
};
