import type { ClientSession, Timestamp } from "mongodb";
import type { Mongo, ReadNow } from "./client.ts";

/** What an operation is given so that it sees what it must. */
type Seeing = { session?: ClientSession };

/**
 * Time that goes forward for whoever reads and writes through one object: what it has seen or written, and all before that, it sees from then
 * on, also where a secondary answers (ADR 31). One causally consistent session per operation, since two at once must not share one, each
 * moved on to the latest time that was seen. A single server has but one view, and needs none.
 */
export const createForwardTime = (mongo: Mongo) => {
  let latest: Timestamp | undefined;
  const seen = (time: Timestamp | undefined): void => {
    if (time && (!latest || time.greaterThan(latest))) latest = time;
  };
  const inSession = async <Answer>(
    begin: (session: ClientSession) => void,
    work: (seeing: Seeing) => Promise<Answer>,
  ): Promise<Answer> => {
    if (!mongo.isReplicated) return work({});
    const session = mongo.client.startSession({ causalConsistency: true });
    begin(session);
    try {
      return await work({ session });
    } finally {
      seen(session.operationTime);
      await session.endSession();
    }
  };
  const goOn = (session: ClientSession): void => {
    if (latest) session.advanceOperationTime(latest);
  };
  /** A refusal tells a time, too, and the driver would ask again from then on. */
  const tellNothing = (session: ClientSession): void => {
    session.advanceOperationTime = seen;
  };
  return {
    /** Behind what others have written, never behind what was seen. */
    forward: <Answer>(work: (seeing: Seeing) => Promise<Answer>): Promise<Answer> =>
      mongo.call(() => inSession(goOn, work)),
    /** As it is now, for a read of one document. A linearizable read must not be told from when on, and moves time on for all others. */
    now: <Answer>(work: (seeing: Seeing & ReadNow) => Promise<Answer>): Promise<Answer> =>
      mongo.call(() => inSession(tellNothing, (seeing) => work({ ...seeing, ...mongo.readNow }))),
  };
};

export type ForwardTime = ReturnType<typeof createForwardTime>;
