import { keyMark, type PeopleHash, somebodyUnknown } from "#application/people/people-hash.ts";
import { idNumber } from "#domain/orders/id-number.ts";
import type { Order } from "#domain/orders/order.ts";
import { lacksAny } from "#domain/orders/unread.ts";
import type { PartWriter } from "#infra/ports/stores/file-store.ts";

/**
 * Paths below Order that say whose an order is, asked for in every export. Where the platform has not approved us to read them
 * (protected customer data) there is nothing of the customer in the file either.
 */
export const peopleFields: readonly string[] = ["email", "customer.id", "customer.defaultEmailAddress.emailAddress"];

export type PeopleSink = {
  /** Notes whose an order is, because it gets into the file. If that couldn't be read, somebody unknown is in the file (ADR 107). */
  note(order: Order): void;
  /** Notes an address that stands in the file outside of any order. */
  noteAddress(address: string): void;
  /** Notes that somebody is in the file whom nobody can name. */
  noteUnknown(): void;
  /** Writes what is held, as soon as that is worth a write. After each page, so that no more than a page is held besides. */
  flush(): Promise<void>;
  /** Writes what is held. Answers the bytes of all. */
  end(): Promise<number>;
};

/** Characters of hashes that are held before they are written. */
const heldAtMost = 32 * 1024;

/** Keeps keyed hashes of the people in a file, one after the other, behind one that tells by which key they were made. */
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
    note(order) {
      const { id, email, customer } = order;
      noted += hash({ kind: "order", value: idNumber(id) });
      if (customer) noted += hash({ kind: "customer", value: idNumber(customer.id) });
      const own = customer?.defaultEmailAddress?.emailAddress;
      if (email) noted += hash({ kind: "email", value: email });
      if (own && own !== email) noted += hash({ kind: "email", value: own });
      if (lacksAny(order, peopleFields)) noted += somebodyUnknown;
    },
    noteAddress(address) {
      noted += hash({ kind: "email", value: address });
    },
    noteUnknown() {
      noted += somebodyUnknown;
    },
    async flush() {
      if (noted.length >= heldAtMost) await write();
    },
    async end() {
      if (noted !== "") await write();
      return written;
    },
  };
};
