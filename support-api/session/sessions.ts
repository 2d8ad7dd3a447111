import { supportSessionKey as keyOf } from "#application/session/keys.ts";
import { ensureEra, readEra } from "#application/session/token-era.ts";
import { sha256 } from "#application/text/derive-id.ts";
import type { Role } from "#domain/console/roles.ts";
import { hourMs, supportSessionHours } from "#domain/retention/retention.ts";
import type { Clock } from "#infra/ports/clock.ts";
import type { Ids } from "#infra/ports/ids.ts";
import { StoreBusy, StoreUnwritable } from "#infra/ports/store-errors.ts";
import { StateConflict, type StateStore } from "#infra/ports/stores/state-store.ts";

/** A signed-in agent. `id`: the cookie's hash, not secret. `token` accompanies every change. */
export type SupportSession = { id: string; agent: string; role: Role; token: string; endsAt: Date };

export type SupportSessions = {
  /** Begins a session. `secret`: for the cookie. */
  begin(person: { agent: string; role: Role }): Promise<{ secret: string; session: SupportSession }>;
  /** Finds a session. Undefined for an unknown secret or an ended session. Each lookup keeps it alive. */
  find(secret: string | undefined): Promise<SupportSession | undefined>;
  end(session: Pick<SupportSession, "id">): Promise<void>;
  endAll(agent: string): Promise<void>;
};

/** Longest idle time, ms. */
const idleTimeout = 30 * 60_000;
/** Longest session, ms; in s the cookie's lifetime. */
export const maxSessionLength = supportSessionHours * hourMs;
/** Minimum between updates of an active session, ms. */
const updateInterval = 60_000;

type StoredSession = { agent: string; role: Role; token: string; startedAt: string; notedAt: string; era: string };

const agentIndex = "support-agent";

/**
 * Stores sessions under a hash of their secret, so that readers of the store cannot use them. A repair that ends all
 * logins ends these too.
 */
export const createSupportSessions = (options: { state: StateStore; clock: Clock; ids: Ids }): SupportSessions => {
  const { state, clock, ids } = options;
  const endOf = ({ startedAt }: StoredSession): number => Date.parse(startedAt) + maxSessionLength;
  const sessionOf = (id: string, stored: StoredSession): SupportSession => ({
    id,
    agent: stored.agent,
    role: stored.role,
    token: stored.token,
    endsAt: new Date(endOf(stored)),
  });
  const note = async (id: string, stored: StoredSession, ifVersion: number): Promise<void> => {
    const now = clock.wall().getTime();
    const value = { ...stored, notedAt: new Date(now).toISOString() };
    const expiresAt = new Date(Math.min(now + idleTimeout, endOf(stored)));
    await state.put(keyOf(id), value, { ifVersion, expiresAt, index: { [agentIndex]: stored.agent } });
  };
  /** A concurrent sign-out stands. If the store cannot write, signed-in agents can read for a while. */
  const noteAnew = (id: string, stored: StoredSession, version: number): Promise<void> =>
    note(id, stored, version).catch((error: unknown) => {
      const mayPass = [StateConflict, StoreUnwritable, StoreBusy].some((kind) => error instanceof kind);
      if (!mayPass) throw error;
    });
  return {
    begin: async ({ agent, role }) => {
      const secret = ids.secret(32);
      const id = sha256(secret);
      const now = clock.wall().toISOString();
      const stored = {
        agent,
        role,
        token: ids.secret(32),
        startedAt: now,
        notedAt: now,
        era: await ensureEra({ state, ids }),
      };
      await note(id, stored, 0);
      return { secret, session: sessionOf(id, stored) };
    },
    find: async (secret) => {
      if (secret === undefined) return undefined;
      const id = sha256(secret);
      const [entry, era] = await Promise.all([state.get<StoredSession>(keyOf(id)), readEra(state)]);
      if (entry === undefined || entry.value.era !== era) return undefined;
      const age = clock.wall().getTime() - Date.parse(entry.value.notedAt);
      if (age >= updateInterval) await noteAnew(id, entry.value, entry.version);
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
