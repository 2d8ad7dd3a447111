import type { ClientSession, Timestamp } from "mongodb";
import type { LinearizableRead, Mongo } from "./client.ts";

type SessionOption = { session?: ClientSession };

/**
 * Monotonic reads and writes: what one object has seen or written stays visible, with everything before, even from a
 * secondary (ADR 31). Each operation has its own causally consistent session, as concurrent ones can't share, and
 * advances it to the latest time seen. A single server needs none.
 */
export const createCausalSessions = (mongo: Mongo) => {
  let latest: Timestamp | undefined;
  const recordOperationTime = (time: Timestamp | undefined): void => {
    if (time && (!latest || time.greaterThan(latest))) latest = time;
  };
  const inSession = async <Answer>(
    begin: (session: ClientSession) => void,
    work: (seeing: SessionOption) => Promise<Answer>,
  ): Promise<Answer> => {
    if (!mongo.isReplicated) return work({});
    const session = mongo.client.startSession({ causalConsistency: true });
    begin(session);
    try {
      return await work({ session });
    } finally {
      recordOperationTime(session.operationTime);
      await session.endSession();
    }
  };
  const goOn = (session: ClientSession): void => {
    if (latest) session.advanceOperationTime(latest);
  };
  /** Keeps the session from learning a refusal's time, from which the driver would retry. */
  const tellNothing = (session: ClientSession): void => {
    session.advanceOperationTime = recordOperationTime;
  };
  return {
    /** Reads what may lag behind others' writes, but never behind what this object has seen. */
    forward: <Answer>(work: (seeing: SessionOption) => Promise<Answer>): Promise<Answer> =>
      mongo.call(() => inSession(goOn, work)),
    /** Reads the current state. A linearizable read takes no time from the session, but advances it for later reads. */
    now: <Answer>(work: (seeing: SessionOption & LinearizableRead) => Promise<Answer>): Promise<Answer> =>
      mongo.call(() => inSession(tellNothing, (seeing) => work({ ...seeing, ...mongo.linearizableRead }))),
  };
};

export type CausalSessions = ReturnType<typeof createCausalSessions>;
