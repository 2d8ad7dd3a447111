import { setTimeout as pause } from "node:timers/promises";
import { appendCall, batchAppendCall } from "./appends.ts";
import type { Gate, Manner } from "./gate.ts";
import { createEventLog, type EventLog } from "./log.ts";
import { features, gossip, grpc, services, shared } from "./messages.ts";
import { readCall } from "./reads.ts";
import { type Refusal, refusals } from "./wire.ts";

/** Handling of calls. `silent`: they are accepted and never answered. */
export type Behaviour = "well" | "silent" | { slow: number } | { refuses: Refusal };

export type EventStoreServer = Awaited<ReturnType<typeof createEventStoreServer>>;

const silence = new Promise<never>(() => undefined);

/**
 * A stand-in for EventStoreDB, over the same gRPC contract as the vendor's client (its generated messages):
 * ServerFeatures, Gossip, Append, BatchAppend, and Read with subscriptions. It keeps everything in memory. Servers that
 * share a log are nodes of one cluster. `manner`: the version that it behaves like.
 */
export const createEventStoreServer = async ({
  log = createEventLog(),
  tls,
  login,
  port = 0,
  manner = "24.10",
}: {
  log?: EventLog;
  tls?: { key: Buffer; cert: Buffer };
  /**
   * Whom it lets in; everybody without it. Only `$admins` may read all streams, unless an ACL names the user's group,
   * as on the server.
   */
  login?: { username: string; password: string; group?: "$admins" | "$ops" };
  port?: number;
  manner?: Manner;
} = {}) => {
  let behaviour: Behaviour = "well";
  let leader: { host: string; port: number } | "none" | undefined;
  let loseAnswer: { with: Refusal | "silence"; lost: () => void } | undefined;
  let isMute = false;
  let mostBehind: number | undefined;
  let pace = 0;
  const refusedReads: Refusal[] = [];
  const subscriptions = new Set<(how: Refusal) => void>();
  const seen: string[] = [];
  let dropped = 0;

  const gate: Gate = {
    manner,
    enterAll: () => refusedReads.shift() ?? (login?.group === "$ops" ? refusals.accessDenied : undefined),
    async enter(metadata) {
      if (behaviour === "silent") await silence;
      if (typeof behaviour === "object" && "slow" in behaviour) await pause(behaviour.slow);
      if (typeof behaviour === "object" && "refuses" in behaviour) return behaviour.refuses;
      const [authorization] = metadata.get("authorization");
      if (login) {
        const wanted = `Basic ${Buffer.from(`${login.username}:${login.password}`).toString("base64")}`;
        if (authorization !== wanted) return authorization ? refusals.unauthenticated : refusals.accessDenied;
      }
      if (leader === "none") return refusals.noLeader;
      const isElsewhere = leader !== undefined && leader.port !== bound;
      if (leader && isElsewhere && metadata.get("requires-leader")[0] === "true") return refusals.notLeader(leader);
      return undefined;
    },
    async leave() {
      if (!loseAnswer) return undefined;
      const { with: how, lost } = loseAnswer;
      loseAnswer = undefined;
      lost();
      return how === "silence" ? silence : how;
    },
    join(drop) {
      subscriptions.add(drop);
      return () => void subscriptions.delete(drop);
    },
    onDropped() {
      dropped += 1;
    },
    isMute: () => isMute,
    mostBehind: (usual) => mostBehind ?? usual,
    pace: () => pace,
  };

  const server = new grpc.Server({ "grpc.max_receive_message_length": 17 * 1024 * 1024 });
  const counted =
    <Arguments extends unknown[], Answer>(name: string, call: (...args: Arguments) => Answer) =>
    (...args: Arguments): Answer => {
      seen.push(name);
      return call(...args);
    };
  const unsupported = { code: grpc.status.UNIMPLEMENTED, details: "The stand-in does not delete." };
  server.addService(services.StreamsService, {
    read: counted("read", readCall(log, gate)),
    append: counted("append", appendCall(log, gate)),
    batchAppend: counted("batchAppend", batchAppendCall(log, gate)),
    delete: (_call: unknown, callback: (error: Refusal) => void) => callback(unsupported),
    tombstone: (_call: unknown, callback: (error: Refusal) => void) => callback(unsupported),
  });
  server.addService(services.ServerFeaturesService, {
    getSupportedMethods: counted("features", (_call: unknown, callback: (error: null, answer: unknown) => void) => {
      const answer = new features.SupportedMethods();
      answer.setEventStoreServerVersion(`${manner}.0`);
      answer.setMethodsList(
        ["read", "append", "batchappend"].map((name) => {
          const method = new features.SupportedMethod();
          method.setServiceName("event_store.client.streams.streams");
          method.setMethodName(name);
          return method;
        }),
      );
      callback(null, answer);
    }),
  });
  server.addService(services.GossipService, {
    read: counted("gossip", async (_call: unknown, callback: (error: Refusal | null, answer?: unknown) => void) => {
      if (behaviour === "silent") await silence;
      if (typeof behaviour === "object" && "refuses" in behaviour) return callback(behaviour.refuses);
      const answer = new gossip.ClusterInfo();
      const nodes =
        leader === "none"
          ? []
          : [{ ...(leader ?? { host: "127.0.0.1", port: bound }), state: gossip.MemberInfo.VNodeState.LEADER }];
      answer.setMembersList(
        nodes.map(({ host, port, state }) => {
          const endPoint = new gossip.EndPoint();
          endPoint.setAddress(host);
          endPoint.setPort(port);
          const id = new shared.UUID();
          id.setString(crypto.randomUUID());
          const member = new gossip.MemberInfo();
          member.setInstanceId(id);
          member.setState(state);
          member.setIsAlive(true);
          member.setHttpEndPoint(endPoint);
          return member;
        }),
      );
      callback(null, answer);
    }),
  });

  const credentials = tls
    ? grpc.ServerCredentials.createSsl(null, [{ private_key: tls.key, cert_chain: tls.cert }])
    : grpc.ServerCredentials.createInsecure();
  const bound = await new Promise<number>((resolve, reject) =>
    server.bindAsync(`127.0.0.1:${port}`, credentials, (error, taken) => (error ? reject(error) : resolve(taken))),
  );

  return {
    log,
    port: bound,
    url: `esdb://127.0.0.1:${bound}?tls=${tls !== undefined}`,
    /** Names of the calls that came, in order. */
    seen: seen as readonly string[],
    subscriptions: () => subscriptions.size,
    /** How many subscriptions it has dropped. */
    dropped: () => dropped,
    behave(next: Behaviour) {
      behaviour = next;
    },
    /** From now on another node leads, or none. Without: this one. */
    lead(next?: typeof leader) {
      leader = next;
    },
    /**
     * The next append is written, and its response never comes, or an error in its place. Resolves when that has
     * happened.
     */
    loseNextAnswer: (how: Refusal | "silence" = "silence"): Promise<void> =>
      new Promise((resolve) => {
        loseAnswer = { with: how, lost: resolve };
      }),
    /** The next reads of all streams end so, one each. */
    refuseReads(...how: readonly Refusal[]) {
      refusedReads.push(...how);
    },
    dropSubscriptions(how: Refusal = refusals.cancelled) {
      for (const drop of [...subscriptions]) drop(how);
    },
    mute(next: boolean) {
      isMute = next;
    },
    /** ms that a subscription takes from one checkpoint to the next. */
    passOverSlowly(ms: number) {
      pace = ms;
    },
    /** Events that a subscription may be behind before it is dropped. */
    dropWhoIsBehind(events: number | undefined) {
      mostBehind = events;
    },
    async close() {
      server.forceShutdown();
    },
  };
};
