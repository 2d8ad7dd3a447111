import type { ClientSession, Timestamp } from "mongodb";
import type { LinearizableRead, Mongo } from "./client.ts";

type SessionOption = { session?: ClientSession };

/**
 * Monotonic time for all reads and writes through one object: what it has seen or written, and everything before that,
 * stays visible, even from a secondary (ADR 31). Each operation has its own causally consistent session, since
 * concurrent ones must not share one, and advances it to the latest time seen. A single server has only one view, and
 * needs none.
 */
export const createCausalSessions = (mongo: Mongo) => {
  let latest: Timestamp | undefined;
  const seen = (time: Timestamp | undefined): void => {
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
      seen(session.operationTime);
      await session.endSession();
    }
  };
  const goOn = (session: ClientSession): void => {
    if (latest) session.advanceOperationTime(latest);
  };
  /** A refusal also carries a time, and the driver would retry from that time on. */
  const tellNothing = (session: ClientSession): void => {
    session.advanceOperationTime = seen;
  };
  return {
    /** May lag behind others' writes, never behind what was seen. */
    forward: <Answer>(work: (seeing: SessionOption) => Promise<Answer>): Promise<Answer> =>
      mongo.call(() => inSession(goOn, work)),
    /**
     * The current state of one document. A linearizable read must not be given a time, and advances time for all
     * others.
     */
    now: <Answer>(work: (seeing: SessionOption & LinearizableRead) => Promise<Answer>): Promise<Answer> =>
      mongo.call(() => inSession(tellNothing, (seeing) => work({ ...seeing, ...mongo.linearizableRead }))),
  };
};

export type CausalSessions = ReturnType<typeof createCausalSessions>;
