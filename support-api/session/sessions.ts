import { supportSessionKey as keyOf } from "#application/session/keys.ts";
import { makeEra, presentEra } from "#application/session/token-era.ts";
import { sha256 } from "#application/text/derive-id.ts";
import type { Role } from "#domain/console/roles.ts";
import { hourMs, supportSessionHours } from "#domain/retention/retention.ts";
import { StoreBusy, StoreUnwritable } from "#infra/ports/busy.ts";
import type { Clock } from "#infra/ports/clock.ts";
import type { Ids } from "#infra/ports/ids.ts";
import { StateConflict, type StateStore } from "#infra/ports/stores/state-store.ts";

/** Somebody who is signed in. `id` is no secret: the cookie's hash. `token` goes with every change. */
export type SupportSession = { id: string; agent: string; role: Role; token: string; endsAt: Date };

export type SupportSessions = {
  /** Answers the secret for the cookie. */
  begin(person: { agent: string; role: Role }): Promise<{ secret: string; session: SupportSession }>;
  /** Undefined of a secret that is none, or whose session ended. Being asked for keeps a session. */
  find(secret: string | undefined): Promise<SupportSession | undefined>;
  end(session: Pick<SupportSession, "id">): Promise<void>;
  /** Ends every session of a person, wherever it is. */
  endAll(agent: string): Promise<void>;
};

/** A session that nobody used for so long has ended, ms. */
const mostIdle = 30 * 60_000;
/** And every session has after so long, ms: in s the life of its cookie. */
export const longest = supportSessionHours * hourMs;
/** So often a session that is used is noted anew, ms. */
const notedEvery = 60_000;

type Kept = { agent: string; role: Role; token: string; startedAt: string; notedAt: string; era: string };

const agentIndex = "support-agent";

/**
 * Sessions of people of support, in the state store under a hash of their secret: who reads the store cannot use them. They are nothing that a
 * merchant's token is, and the other way round. A repair that ends everybody's log-ins ends them as well.
 */
export const createSupportSessions = (options: { state: StateStore; clock: Clock; ids: Ids }): SupportSessions => {
  const { state, clock, ids } = options;
  const endOf = ({ startedAt }: Kept): number => Date.parse(startedAt) + longest;
  const sessionOf = (id: string, kept: Kept): SupportSession => ({
    id,
    agent: kept.agent,
    role: kept.role,
    token: kept.token,
    endsAt: new Date(endOf(kept)),
  });
  const note = async (id: string, kept: Kept, ifVersion: number): Promise<void> => {
    const now = clock.wall().getTime();
    const value = { ...kept, notedAt: new Date(now).toISOString() };
    const expiresAt = new Date(Math.min(now + mostIdle, endOf(kept)));
    await state.put(keyOf(id), value, { ifVersion, expiresAt, index: { [agentIndex]: kept.agent } });
  };
  /** A sign-out meanwhile stays one; beside a full disk whoever is signed in goes on reading for a while. */
  const noteAnew = (id: string, kept: Kept, version: number): Promise<void> =>
    note(id, kept, version).catch((error: unknown) => {
      const mayPass = [StateConflict, StoreUnwritable, StoreBusy].some((kind) => error instanceof kind);
      if (!mayPass) throw error;
    });
  return {
    begin: async ({ agent, role }) => {
      const secret = ids.secret(32);
      const id = sha256(secret);
      const now = clock.wall().toISOString();
      const kept = {
        agent,
        role,
        token: ids.secret(32),
        startedAt: now,
        notedAt: now,
        era: await makeEra({ state, ids }),
      };
      await note(id, kept, 0);
      return { secret, session: sessionOf(id, kept) };
    },
    find: async (secret) => {
      if (secret === undefined) return undefined;
      const id = sha256(secret);
      const [entry, era] = await Promise.all([state.get<Kept>(keyOf(id)), presentEra(state)]);
      if (entry === undefined || entry.value.era !== era) return undefined;
      const age = clock.wall().getTime() - Date.parse(entry.value.notedAt);
      if (age >= notedEvery) await noteAnew(id, entry.value, entry.version);
      return sessionOf(id, entry.value);
    },
    end: async ({ id }) => void (await state.delete(keyOf(id))),
    endAll: async (agent) => {
      for (;;) {
        const entries = await state.find(agentIndex, agent);
        if (entries.length === 0) return;
        for (const { key } of entries) await state.delete(key);
      }
    },
  };
};
