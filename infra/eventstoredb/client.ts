import { EventStoreDBClient } from "@eventstore/db-client";
import { within } from "../ports/within.ts";
import type { Connection } from "./url.ts";

/** Of a connection that says nothing, ms: pings, and how long one may be unanswered. */
const keepAlive = { keepAliveInterval: 10_000, keepAliveTimeout: 5_000 };

/** The client takes one of three kinds of settings, so what they share is spread into each. */
const settingsOf = ({ hosts: [host, ...others], discover, numbers }: Connection) => {
  const shared = { ...keepAlive, ...numbers, nodePreference: "leader" as const };
  if (discover) return { ...shared, discover: host };
  return others.length > 0 ? { ...shared, endpoints: [host, ...others] } : { ...shared, endpoint: host };
};

/**
 * The vendor's client, fenced (ADR 87):
 *
 * - every append is a call of its own. The client would send all of a process through one stream and keep what is pending in one map of the
 *   module: an error of one stream rejects the others' appends, what comes for them later throws past every handler, and no deadline ends them;
 * - a cluster without a leader is waited for. The client gives up after ten tries, and where a stream breaks meanwhile that rejects a promise
 *   that nobody holds, which ends the process;
 * - it can be closed. The client's own `dispose` leaves the connection open.
 */
export class FencedClient extends EventStoreDBClient {
  #closed = false;

  constructor(connection: Connection) {
    const { insecure, rootCertificate, userCertFile, userKeyFile, credentials } = connection;
    const channel = {
      insecure,
      ...(rootCertificate && { rootCertificate }),
      ...(userCertFile && userKeyFile && { userCertFile, userKeyFile }),
    };
    // Which of its three constructors it is makes no difference to the client.
    super(settingsOf(connection) as ConstructorParameters<typeof EventStoreDBClient>[0], channel, credentials);
    const [resolveUri, handleError] = [this.resolveUri, this.handleError];
    this.resolveUri = async () => {
      for (;;) {
        try {
          return await resolveUri();
        } catch {
          // Who asks has a time-out of its own, and tells that the server does not answer.
          if (this.#closed) return await new Promise<never>(() => undefined);
        }
      }
    };
    // It reconnects. What it throws is about an error that somebody else is told of.
    this.handleError = (...error) => handleError(...error).catch(() => undefined);
  }

  /** Of what the server can, it is asked for one thing: whether many appends may share a stream. */
  protected override supports = async (): Promise<boolean> => false;

  /** Ends what is under way and closes the connection. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.dispose();
    const channel = await within(this.getChannel(), 1_000).catch(() => undefined);
    channel?.close();
  }
}
