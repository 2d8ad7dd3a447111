import type { PrivacyRequestKind } from "#domain/privacy/events.ts";
import type { Mark } from "#infra/history/marks.ts";
import { fromPosition } from "#infra/sqlite/events/event-rows.ts";
import type { Causes } from "./causes.ts";
import type { Comparison, Difference } from "./compare.ts";
import type { Files, Found } from "./files.ts";
import type { Losses } from "./losses.ts";
import type { Requests } from "./requests.ts";

const maxLines = 50;

/** Formats a list, cut after 50 lines. */
export const formatList = (heading: string, lines: readonly string[]): string[] =>
  lines.length === 0
    ? []
    : [
        heading,
        ...lines.slice(0, maxLines).map((line) => `  - ${line}`),
        ...(lines.length > maxLines ? [`  - and ${lines.length - maxLines} more`] : []),
      ];

const differenceMessages: Record<Difference["disagreement"], string> = {
  "another-store": "belongs to another events.db",
  shorter: "has seen events that events.db does not have: the end of events.db was lost, or an older copy was restored",
  "another-event": "has seen other events than events.db has: an older copy was restored and has grown since",
  older:
    "does not know some shops that events.db has: an older copy was restored, or its newest part (state.db-wal) was lost",
  twice: "leads a shop to the installation with less work than its other one",
  "half-mended": "was being mended and is not in order yet",
  unknown: "is a new one that knows nothing of the events in events.db",
};

const between = (newest: Mark, shared: Mark): string => {
  const lost = fromPosition(newest.position) - fromPosition(shared.position);
  return lost > 0 ? ` Up to ${lost} events between the two are lost.` : "";
};

const names = { reactions: ["reaction", "reactions"], "read models": ["read model", "read models"] } as const;

/** "state.db, 3 reactions and 17 read models". */
const formatParts = (parts: readonly Difference["who"][]): string[] => [
  ...(parts.includes("state.db") ? ["state.db"] : []),
  ...(["reactions", "read models"] as const).flatMap((who) => {
    const count = parts.filter((part) => part === who).length;
    return count === 0 ? [] : [`${count} ${names[who][count === 1 ? 0 : 1]}`];
  }),
];

const sentenceOf = (disagreement: Difference["disagreement"], parts: readonly Difference["who"][]): string => {
  const names = formatParts(parts);
  const words = differenceMessages[disagreement];
  const isOne = parts.length === 1;
  return `${new Intl.ListFormat("en-GB").format(names)} ${isOne ? words : words.replace(/^has /, "have ").replace(/^belongs /, "belong ")}.`;
};

const isLost = ({ kind }: Found): boolean => kind === "missing" || kind === "damaged";

/** True if a missing or damaged file, named before, explains the difference. */
const isExplained = ({ disagreement }: Difference, { events, state }: Files): boolean =>
  (isLost(events) && ["another-store", "shorter", "another-event"].includes(disagreement)) ||
  (isLost(state) && disagreement === "unknown");

/** Describes each difference in a sentence. `files`: their states before any replacement. */
export const describeDifferences = (
  { differences, newest, shared }: Comparison,
  causes: Causes,
  files: Files,
): string[] => [
  ...(isLost(files.events)
    ? []
    : [
        causes.head
          ? `events.db has ${causes.events} events, the last of ${causes.head.instant}.`
          : "events.db has no events.",
      ]),
  ...Map.groupBy(
    differences.filter((difference) => !isExplained(difference, files)),
    ({ disagreement }) => disagreement,
  )
    .entries()
    .map(([disagreement, alike]) =>
      sentenceOf(
        disagreement,
        alike.map(({ who }) => who),
      ),
    ),
  ...(newest && differences.some(({ disagreement }) => !["older", "twice", "half-mended"].includes(disagreement))
    ? [
        shared
          ? `The newest event that all have seen is of ${shared.instant}; state.db has seen events up to ${newest.instant}.${between(newest, shared)}`
          : `state.db has seen events up to ${newest.instant}, and none of those it remembers is in events.db.`,
      ]
    : []),
];

/** The data of an installation that the shop's name doesn't lead to is out of reach. */
export const describeDuplicateInstallations = ({ installations, shops, work }: Causes): string[] =>
  formatList(
    "Shops that were installed twice, because their first installation was forgotten; each now uses the one with the most work, and the other's events stay unused:",
    [...installations]
      .filter(([, installed]) => installed.length > 1)
      .map(([shop, installed]) => {
        const each = installed.map(({ tenant, since }) => {
          const used = shops.get(shop) === tenant ? ", used" : "";
          return `${tenant} of ${since} (${work.get(tenant) ?? 0} changes and reports${used})`;
        });
        return `${shop}: ${each.join("; ")}`;
      }),
  );

const requestLabels: Record<PrivacyRequestKind, string> = {
  "customer-data": "a customer's question (customers/data_request)",
  "customer-erasure": "the erasure of a customer (customers/redact)",
  "shop-erasure": "the erasure of the shop (shop/redact)",
};

const describeRequests = ({ recordable, lost, subjectLost }: Requests): string[] => [
  ...formatList(
    "Requests about personal data whose events are lost, but that are still known; they are recorded and carried out again:",
    [...recordable.values()].map(
      ({ kind, shop, receivedAt }) => `${requestLabels[kind]} of ${shop}, received ${receivedAt}`,
    ),
  ),
  ...formatList(
    "Requests about personal data that are lost, carried out or not. The platform repeats them for 4 hours at most; after that ask each shop to ask for it again in its admin, and the platform's partner support about a shop that has left:",
    lost.map(({ kind, shop, webhookId }) =>
      [
        `${kind ? requestLabels[kind] : "something about a customer"} of ${shop}`,
        ...(webhookId === undefined ? [] : [`webhook ${webhookId}`]),
      ].join(", "),
    ),
  ),
  ...formatList(
    "Requests about a customer who is no longer known. To erase, every report of the shop from before the request is removed; to answer, all are named. Ask the shop who it was if you need to know:",
    subjectLost.map(({ kind, shop, receivedAt }) => `${requestLabels[kind]} of ${shop}, received ${receivedAt}`),
  ),
];

export const describeExportsWithoutJob = (exportIds: readonly string[], { exports, shops }: Causes): string[] => {
  const names = new Map([...shops].map(([shop, tenant]) => [tenant, shop]));
  return formatList(
    "Exports without an end that no job makes; mending has them made:",
    exportIds.map((id) => {
      const { title = id, tenant = "" } = exports.get(id) ?? {};
      return `'${title}' of ${names.get(tenant) ?? tenant}`;
    }),
  );
};

export const describeLosses = ({ exports, edits, shops, repeatable, requests }: Losses): string[] => [
  ...formatList(
    "Exports that are lost:",
    [...exports].map(([id, { title, shop, requestedAt, file }]) =>
      [
        title === undefined ? `export ${id}` : `'${title}'`,
        ...(shop ? [`of ${shop}`] : []),
        ...(requestedAt === undefined ? [] : [`requested ${requestedAt}`]),
        ...(file === undefined
          ? []
          : [`(its file ${file} is still in files/; copy it before the next start removes it)`]),
      ].join(" "),
    ),
  ),
  ...formatList(
    "Changes that are lost:",
    Map.groupBy(edits, ({ shop, object }) => `${object} of ${shop}`)
      .entries()
      .map(([what, alike]) => {
        const changes = alike.reduce((sum, edit) => sum + edit.changes, 0);
        const last = alike
          .map((edit) => edit.last)
          .toSorted()
          .at(-1);
        return `${changes} of the ${what}, the last at ${last}`;
      })
      .toArray(),
  ),
  ...formatList("Shops that are known but have no installation; they start afresh at their next login:", shops),
  ...formatList("Exports whose end is lost; they are made again:", repeatable),
  ...describeRequests(requests),
];
