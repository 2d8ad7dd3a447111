import type { JsonObject } from "#infra/ports/json.ts";
import type { ReadStore } from "#infra/ports/stores/read-store.ts";
import { type Lease, ordinaryLease } from "./hold-build.ts";

export const membersRegister = "projection-members";

type Member = {
  id: string;
  /** Versions of the read models in its code. */
  versions: string;
  /** A count that stands still once the member is gone. */
  renewals: number;
};

export type Members = {
  /** Renews this member, drops those that are gone, and returns the sorted ids of all with the same versions. */
  renew(): Promise<string[]>;
  /** Clears observations: silence while the store didn't answer means nothing. */
  forget(): void;
  leave(): Promise<void>;
};

/**
 * Members that share the projections, in a register of the read store. They needn't agree: an outdated view only delays
 * a lease by seconds. No clocks are compared (ADR 23).
 */
export const createMembers = ({
  readStore,
  id,
  versions,
  lease = ordinaryLease,
  now = () => performance.now(),
}: {
  readStore: Pick<ReadStore, "readRegister" | "writeRegister">;
  id: string;
  versions: string;
  lease?: Lease;
  now?: () => number;
}): Members => {
  const renewalsById = new Map<string, { renewals: number; since: number }>();
  const isThere = ({ id: other, renewals }: Member): boolean => {
    const known = renewalsById.get(other);
    if (known?.renewals === renewals) return now() - known.since < lease.length;
    renewalsById.set(other, { renewals, since: now() });
    return true;
  };
  const change = async (decide: (others: Member[], own: Member | undefined) => Member[]): Promise<Member[]> => {
    for (;;) {
      const known = await readStore.readRegister(membersRegister);
      const members = (known?.value.members as Member[] | undefined) ?? [];
      const wanted = decide(
        members.filter((member) => member.id !== id && isThere(member)),
        members.find((member) => member.id === id),
      );
      const value = { members: wanted } as unknown as JsonObject;
      if (await readStore.writeRegister(membersRegister, value, { ifVersion: known?.version ?? 0 })) return wanted;
    }
  };
  return {
    async renew() {
      const members = await change((others, own) => [...others, { id, versions, renewals: (own?.renewals ?? 0) + 1 }]);
      return members.flatMap((member) => (member.versions === versions ? [member.id] : [])).sort();
    },
    forget: () => renewalsById.clear(),
    leave: async () => void (await change((others) => others)),
  };
};
