/**
 * A projection's own administrative data: its parked documents. Each version of a projection has its own collection.
 */
export const defineAdministration = (projection: string) =>
  ({ name: `projection-${projection}`, indexes: ["kind"] }) as const;

/**
 * Id: `{collection}/{documentId}`. A document frozen after a failed event, until a new version of the projection
 * rebuilds it. Support sees it.
 */
export type ParkedDocument = {
  kind: "parked";
  projection: string;
  collection: string;
  documentId: string;
  /** The event that failed to project. */
  eventId: string;
  eventType: string;
  stream: string;
  version: number;
  instant: string | null;
  reason: string;
};
