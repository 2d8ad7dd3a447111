import { keyMark, type PeopleHash, unknownPersonHash } from "#application/people/people-hash.ts";
import type { Order } from "#domain/orders/order.ts";
import { parseIdNumber } from "#domain/orders/parse-id-number.ts";
import { hasUnreadField } from "#domain/orders/unread.ts";
import type { PartWriter } from "#infra/ports/stores/file-store.ts";

/**
 * Paths below Order that identify people, requested in every export. Without approval for protected customer data,
 * files hold none either.
 */
export const peopleFields: readonly string[] = ["email", "customer.id", "customer.defaultEmailAddress.emailAddress"];

export type PeopleSink = {
  /** Records an order's people; unreadable ones count as unknown (ADR 107). */
  record(order: Order): void;
  recordAddress(address: string): void;
  recordUnknown(): void;
  /** Writes a large enough buffer. Called per page, so the buffer exceeds its limit by at most a page. */
  flush(): Promise<void>;
  /** Returns the total bytes. */
  end(): Promise<number>;
};

/** Buffered hashes before a write, hex characters. */
const bufferSize = 32 * 1024;

/** Creates a sink of keyed hashes of a file's people, after a mark of the key. */
export const createPeopleSink = (part: PartWriter, hash: PeopleHash): PeopleSink => {
  let pendingHex = hash(keyMark);
  let written = 0;
  const write = async (): Promise<void> => {
    const bytes = Buffer.from(pendingHex, "hex");
    pendingHex = "";
    written += bytes.byteLength;
    await part.write(bytes);
  };
  return {
    record(order) {
      const { id, email, customer } = order;
      pendingHex += hash({ kind: "order", value: parseIdNumber(id) });
      if (customer) pendingHex += hash({ kind: "customer", value: parseIdNumber(customer.id) });
      const own = customer?.defaultEmailAddress?.emailAddress;
      if (email) pendingHex += hash({ kind: "email", value: email });
      if (own && own !== email) pendingHex += hash({ kind: "email", value: own });
      if (hasUnreadField(order, peopleFields)) pendingHex += unknownPersonHash;
    },
    recordAddress(address) {
      pendingHex += hash({ kind: "email", value: address });
    },
    recordUnknown() {
      pendingHex += unknownPersonHash;
    },
    async flush() {
      if (pendingHex.length >= bufferSize) await write();
    },
    async end() {
      if (pendingHex !== "") await write();
      return written;
    },
  };
};
