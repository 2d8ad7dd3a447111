import { expect, it } from "vitest";
import { metadataAt } from "#domain/core/test-context.ts";
import type { SheafEvent } from "#domain/event-schemas.ts";
import { afterAllAt, happenedWhen } from "#domain/read-models/documents.ts";
import type { Projected, Projection } from "../projection.ts";
import { happenings } from "./happenings.ts";

const { project, documentOf } = happenings as unknown as Projection;
const at = "2026-11-20T10:00:00.000Z";
const given = (event: SheafEvent, stream: string, version: number, actor = metadataAt(at).actor): Projected =>
  ({
    ...event,
    id: "e",
    metadata: metadataAt(at, { tenant: "t", actor, correlation: "request-9" }),
    stream,
    version,
    position: "1",
  }) as Projected;

it("a happening says where its event stands, who did it and what it is about, and nothing of what it says", () => {
  const renamed = given(
    { type: "FilterRenamed", data: { filterId: "f", from: "Anna Smith", to: "Bob Jones" } },
    "workspace-t",
    12,
    { kind: "support", agent: "a", impersonation: "i" },
  );
  const [change] = project(renamed);
  expect(change).toEqual({
    collection: "happenings",
    kind: "put",
    id: "workspace-t:12",
    document: {
      tenant: "t",
      when: `${at} 000000012`,
      thing: "filter",
      about: "f",
      by: "support",
      agent: "a",
      correlation: "request-9",
      stream: "workspace-t",
      version: 12,
    },
  });
  expect(documentOf(renamed)).toEqual({ collection: "happenings", id: "workspace-t:12" });
});

it("happenings of one instant stand in the order of their stream, between the instant and all that is after it", () => {
  const order = [at, happenedWhen(at, 9), happenedWhen(at, 10), afterAllAt(at), "2026-11-20T10:00:00.001Z"];
  expect([...order].sort()).toEqual(order);
});
