import { keyMark, type PeopleHash, unknownPersonHash } from "#application/people/people-hash.ts";
import type { Order } from "#domain/orders/order.ts";
import { parseIdNumber } from "#domain/orders/parse-id-number.ts";
import { hasUnreadField } from "#domain/orders/unread.ts";
import type { PartWriter } from "#infra/ports/stores/file-store.ts";

/**
 * Paths below Order that identify its people, requested in every export. Without approval to read them (protected
 * customer data), files contain nothing of customers either.
 */
export const peopleFields: readonly string[] = ["email", "customer.id", "customer.defaultEmailAddress.emailAddress"];

export type PeopleSink = {
  /**
   * Records the people of an order in the file. If they could not be read, an unknown person is in the file (ADR 107).
   */
  record(order: Order): void;
  /** Records an address that appears in the file outside of any order. */
  recordAddress(address: string): void;
  /** Records that the file contains a person who cannot be named. */
  recordUnknown(): void;
  /**
   * Writes buffered hashes once there are enough. Called after each page, so that the buffer exceeds the limit by at
   * most a page.
   */
  flush(): Promise<void>;
  /** Writes all buffered hashes. Returns the total number of bytes. */
  end(): Promise<number>;
};

/** Buffer size, hex characters of hashes. */
const bufferSize = 32 * 1024;

/** Stores keyed hashes of the people in a file, after a mark that identifies the key. */
export const createPeopleSink = (part: PartWriter, hash: PeopleHash): PeopleSink => {
  let noted = hash(keyMark);
  let written = 0;
  const write = async (): Promise<void> => {
    const bytes = Buffer.from(noted, "hex");
    noted = "";
    written += bytes.byteLength;
    await part.write(bytes);
  };
  return {
    record(order) {
      const { id, email, customer } = order;
      noted += hash({ kind: "order", value: parseIdNumber(id) });
      if (customer) noted += hash({ kind: "customer", value: parseIdNumber(customer.id) });
      const own = customer?.defaultEmailAddress?.emailAddress;
      if (email) noted += hash({ kind: "email", value: email });
      if (own && own !== email) noted += hash({ kind: "email", value: own });
      if (hasUnreadField(order, peopleFields)) noted += unknownPersonHash;
    },
    recordAddress(address) {
      noted += hash({ kind: "email", value: address });
    },
    recordUnknown() {
      noted += unknownPersonHash;
    },
    async flush() {
      if (noted.length >= bufferSize) await write();
    },
    async end() {
      if (noted !== "") await write();
      return written;
    },
  };
};
