import { z } from "zod";

const beginning = (form: RegExp, words: string) => z.string().trim().regex(form, words).optional();

/** External engines; unset ones are embedded. Their addresses may hold passwords: no message repeats any part. */
export const engineSettings = {
  /** Event store: `esdb://name:password@host:2113?tls=true`, or `esdb+discover://…` of a cluster (ADR 87). */
  EVENTSTORE_URL: beginning(/^esdb(\+discover)?:\/\/./, "must begin with esdb:// or esdb+discover:// and name a host"),
  /** Store of all other data: `mongodb://name:password@host:27017/sheaf?replicaSet=…` (ADR 31). */
  MONGODB_URL: beginning(/^mongodb(\+srv)?:\/\/./, "must begin with mongodb:// or mongodb+srv:// and name a host"),
  /** Broker of messages between processes: `host:9092`, comma-separated (ADR 91). */
  KAFKA_BROKERS: beginning(/./, "must name a broker and its port, such as kafka:9092"),
};

export type EngineSettings = {
  EVENTSTORE_URL?: string | undefined;
  MONGODB_URL?: string | undefined;
  KAFKA_BROKERS?: string | undefined;
};

/** Finds the stores in the data folder. Processes that share it run on one machine. */
export const findEmbeddedStores = ({
  EVENTSTORE_URL,
  MONGODB_URL,
}: EngineSettings): { events: boolean; documents: boolean } => ({
  events: EVENTSTORE_URL === undefined,
  documents: MONGODB_URL === undefined,
});

/** Finds missing settings, as messages (ADR 89). Processes that share MongoDB have no common master key file. */
export const findEngineProblems = (settings: {
  MONGODB_URL?: string | undefined;
  MASTER_KEY?: string | undefined;
}): string[] =>
  settings.MONGODB_URL !== undefined && settings.MASTER_KEY === undefined
    ? [
        "MASTER_KEY: must be set when MONGODB_URL is, and be the same for every process: none can read what another one keeps in a file. Make one with 'openssl rand -base64 32', and keep a copy apart from the backups.",
      ]
    : [];
