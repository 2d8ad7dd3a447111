/** What a projection keeps about itself: the documents that are parked. A collection each, of every version its own. */
export const administrationOf = (projection: string) =>
  ({ name: `projection-${projection}`, indexes: ["kind"] }) as const;

/** Id: `{collection}/{documentId}`. Support sees it; a new version of the projection makes the document anew. */
export type ParkedDocument = {
  kind: "parked";
  projection: string;
  collection: string;
  documentId: string;
  /** The event that could not be projected. */
  eventId: string;
  eventType: string;
  stream: string;
  version: number;
  instant: string | null;
  reason: string;
};
