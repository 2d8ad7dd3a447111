import type { Metadata } from "@grpc/grpc-js";
import type { Stored } from "./log.ts";
import { grpc, shared, streams } from "./messages.ts";

export type ReadResp = InstanceType<typeof streams.ReadResp>;

export const identifierOf = (stream: string) => {
  const identifier = new shared.StreamIdentifier();
  identifier.setStreamName(Uint8Array.from(Buffer.from(stream)));
  return identifier;
};

export const nameOf = (identifier: InstanceType<typeof shared.StreamIdentifier> | undefined): string =>
  Buffer.from(identifier?.getStreamName_asU8() ?? new Uint8Array()).toString();

const recordedOf = (record: Stored, position: bigint) => {
  const recorded = new streams.ReadResp.ReadEvent.RecordedEvent();
  const id = new shared.UUID();
  id.setString(record.id);
  recorded.setId(id);
  recorded.setStreamIdentifier(identifierOf(record.stream));
  recorded.setStreamRevision(String(record.revision));
  recorded.setCommitPosition(String(position));
  recorded.setPreparePosition(String(position));
  recorded.setData(record.data);
  recorded.setCustomMetadata(record.metadata);
  const map = recorded.getMetadataMap();
  map.set("type", record.type);
  map.set("content-type", record.contentType);
  map.set("created", "17000000000000000");
  return recorded;
};

/**
 * A record as a response to a read. `target`: what a link leads to, of which the server tells the position of the link.
 */
export const eventOf = (record: Stored, target?: Stored | "none"): ReadResp => {
  const event = new streams.ReadResp.ReadEvent();
  if (target === undefined) event.setEvent(recordedOf(record, record.position));
  else event.setLink(recordedOf(record, record.position));
  if (target !== undefined && target !== "none") event.setEvent(recordedOf(target, record.position));
  event.setCommitPosition(String(record.position));
  const answer = new streams.ReadResp();
  answer.setEvent(event);
  return answer;
};

export const confirmationOf = (id: string): ReadResp => {
  const confirmation = new streams.ReadResp.SubscriptionConfirmation();
  confirmation.setSubscriptionId(id);
  const answer = new streams.ReadResp();
  answer.setConfirmation(confirmation);
  return answer;
};

export const caughtUp = (): ReadResp => {
  const answer = new streams.ReadResp();
  answer.setCaughtUp(new streams.ReadResp.CaughtUp());
  return answer;
};

export const checkpointOf = (position: bigint): ReadResp => {
  const checkpoint = new streams.ReadResp.Checkpoint();
  checkpoint.setCommitPosition(String(position));
  checkpoint.setPreparePosition(String(position));
  const answer = new streams.ReadResp();
  answer.setCheckpoint(checkpoint);
  return answer;
};

export const notFoundOf = (stream: string): ReadResp => {
  const notFound = new streams.ReadResp.StreamNotFound();
  notFound.setStreamIdentifier(identifierOf(stream));
  const answer = new streams.ReadResp();
  answer.setStreamNotFound(notFound);
  return answer;
};

/** An error as the server words it: a status of gRPC, and what it is about in the trailers. */
export type Refusal = { code: number; details: string; metadata?: Metadata };

const trailers = (pairs: { [key: string]: string }): Metadata => {
  const metadata = new grpc.Metadata();
  for (const [key, value] of Object.entries(pairs)) metadata.set(key, value);
  return metadata;
};

export const refusals = {
  notReady: { code: grpc.status.UNAVAILABLE, details: "Server Is Not Ready" },
  invalidPosition: { code: grpc.status.INVALID_ARGUMENT, details: "Trying to read from an invalid position." },
  invalidPositionOfRead: { code: grpc.status.UNKNOWN, details: "Unexpected ReadAllResult: InvalidPosition" },
  errorOfRead: { code: grpc.status.UNKNOWN, details: "Unexpected ReadAllResult: Error" },
  handlerThrew: { code: grpc.status.UNKNOWN, details: "Exception was thrown by handler." },
  tooSlow: { code: grpc.status.ABORTED, details: "Operation timed out: consumer too slow" },
  cancelled: { code: grpc.status.CANCELLED, details: "The server is shutting down" },
  unauthenticated: { code: grpc.status.UNAUTHENTICATED, details: "Unauthenticated" },
  accessDenied: {
    code: grpc.status.PERMISSION_DENIED,
    details: "Access Denied",
    metadata: trailers({ exception: "access-denied" }),
  },
  notLeader: ({ host, port }: { host: string; port: number }): Refusal => ({
    code: grpc.status.NOT_FOUND,
    details: "Leader info available",
    metadata: trailers({
      exception: "not-leader",
      "leader-endpoint-host": host,
      "leader-endpoint-port": String(port),
    }),
  }),
  streamDeleted: (stream: string): Refusal => ({
    code: grpc.status.FAILED_PRECONDITION,
    details: `Event stream '${stream}' is deleted.`,
    metadata: trailers({ exception: "stream-deleted", "stream-name": stream }),
  }),
  noLeader: { code: grpc.status.UNKNOWN, details: "No leader info available in response" },
  tooLarge: (most: number): Refusal => ({
    code: grpc.status.INVALID_ARGUMENT,
    details: `Maximum Append Size of ${most} Exceeded`,
    metadata: trailers({ exception: "maximum-append-size-exceeded", "maximum-append-size": String(most) }),
  }),
} satisfies { [name: string]: Refusal | ((...about: never[]) => Refusal) };
