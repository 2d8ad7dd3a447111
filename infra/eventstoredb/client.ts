import { EventStoreDBClient } from "@eventstore/db-client";
import { withTimeout } from "../ports/timeout.ts";
import type { Connection } from "./url.ts";

/** Limits of a silent connection, ms. */
const keepAlive = { keepAliveInterval: 10_000, keepAliveTimeout: 5_000 };

const settingsOf = ({ hosts: [host, ...others], discover, numbers }: Connection) => {
  const shared = { ...keepAlive, ...numbers, nodePreference: "leader" as const };
  if (discover) return { ...shared, discover: host };
  return others.length > 0 ? { ...shared, endpoints: [host, ...others] } : { ...shared, endpoint: host };
};

/**
 * The vendor's client with workarounds (ADR 87):
 * - Every append is its own call. The client sends all of a process through one stream. Its error rejects the others'
 * appends, late responses throw past every handler, and no deadline ends them.
 * - It waits for a cluster's leader. The client gives up after ten tries; if a stream breaks meanwhile, an unhandled
 * rejection ends the process.
 * - It can be closed. `dispose` leaves the connection open.
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
    // All three constructors are the same to the client.
    super(settingsOf(connection) as ConstructorParameters<typeof EventStoreDBClient>[0], channel, credentials);
    const [resolveUri, handleError] = [this.resolveUri, this.handleError];
    this.resolveUri = async () => {
      for (;;) {
        try {
          return await resolveUri();
        } catch {
          // Callers have their own timeout and report it.
          if (this.#closed) return await new Promise<never>(() => undefined);
        }
      }
    };
    // The client reconnects, and has reported these errors.
    this.handleError = (...error) => handleError(...error).catch(() => undefined);
  }

  /** The client only asks whether the server supports many appends in one stream. */
  protected override supports = async (): Promise<boolean> => false;

  async close(): Promise<void> {
    this.#closed = true;
    await this.dispose();
    const channel = await withTimeout(this.getChannel(), 1_000).catch(() => undefined);
    channel?.close();
  }
}
