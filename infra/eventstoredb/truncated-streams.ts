import { BACKWARDS, END, type ResolvedEvent, StreamNotFoundError } from "@eventstore/db-client";
import { StreamDamaged } from "../ports/store-errors.ts";
import { collect, requireLeader, type Server } from "./server.ts";

/** Describes a deleted or cut stream. `what`: the evidence. */
export const truncatedStreamError = (
  { server, prefix }: Pick<Server, "server" | "prefix">,
  stream: string,
  what: string,
) =>
  new StreamDamaged(
    `Events of the stream ${prefix}${stream} in ${server} are missing (${what}): somebody deleted the stream, or limited it by $maxCount, $maxAge or $tb. Take these out of its metadata ($$${prefix}${stream}): that brings back what no scavenge has removed. Otherwise restore a backup of the server.`,
  );

/** A deleted stream's first version is 2^63−1, which JavaScript's JSON rounds. */
const isDeleted = (metadata: unknown): boolean =>
  typeof metadata === "object" &&
  metadata !== null &&
  "$tb" in metadata &&
  typeof metadata.$tb === "number" &&
  metadata.$tb > Number.MAX_SAFE_INTEGER;

/**
 * A deleted stream looks like one that never existed, and takes appends. Only its metadata tells. `ms`: for the
 * response.
 * @throws {StreamDamaged}
 */
export const assertNotDeleted = async (server: Server, stream: string, ms: number): Promise<void> => {
  const options = { direction: BACKWARDS, fromRevision: END, maxCount: 1, ...requireLeader } as const;
  const reading = server.client.readStream(`$$${server.prefix}${stream}`, options);
  const [newest] = await collect<ResolvedEvent>(reading, ms).catch((error: unknown) => {
    if (error instanceof StreamNotFoundError) return [];
    throw error;
  });
  if (isDeleted(newest?.event?.data)) throw truncatedStreamError(server, stream, "it was deleted");
};
